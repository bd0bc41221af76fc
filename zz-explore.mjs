import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { mkdtempSync } from 'node:fs';
const home=mkdtempSync('/tmp/lim/home-');
const server=spawn(process.execPath,['/work/main/dist/cli/main.js','demo','--port','0'],{env:{...process.env,HOME:home,XDG_CONFIG_HOME:home},stdio:['ignore','pipe','inherit']});
let link; for await (const l of createInterface({input:server.stdout})){link=/http:\/\/\S+/.exec(l)[0];break}
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
const page=await b.newPage({viewport:{width:1400,height:900}});
page.on('console',m=>console.log('console',m.type(),m.text().slice(0,200))); page.on('pageerror',e=>console.log('pageerror',e.message));
page.on('requestfailed',r=>console.log('failed',r.url().slice(0,100),r.failure()?.errorText)); page.on('response',r=>{if(r.status()>=400)console.log('status',r.status(),r.url().slice(0,100))});
await page.goto(link); await page.waitForSelector('.graphiql-query-editor .view-lines',{timeout:60000}); await page.waitForTimeout(3000);
await page.screenshot({path:'/tmp/lim/s1.png'});
for (const [i,t] of ['NewestChats','Search','Transcript','Usage'].entries()){
 await page.click(`.graphiql-tab >> text=${t}`); await page.waitForTimeout(1500); await page.click('.graphiql-execute-button'); await page.waitForTimeout(4000); await page.screenshot({path:`/tmp/lim/s2${i}.png`});
}
await page.click('button[aria-label*="Documentation"]'); await page.waitForTimeout(1500); await page.screenshot({path:'/tmp/lim/s3.png'});
await page.setViewportSize({width:480,height:800}); await page.waitForTimeout(800); await page.screenshot({path:'/tmp/lim/s4.png'});
await page.setViewportSize({width:1400,height:900});
await page.click('button[aria-label*="settings" i]').catch(e=>console.log(e.message.slice(0,100))); await page.waitForTimeout(800); await page.click('text=Dark').catch(e=>console.log('nodark')); await page.waitForTimeout(1000);await page.screenshot({path:'/tmp/lim/s5.png'});
await b.close(); server.kill('SIGTERM');
