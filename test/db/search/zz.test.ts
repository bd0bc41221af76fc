import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hits, searchFile } from '/work/main/test/db/search/support.js';
it('x', () => {
  const g = JSON.parse(readFileSync('/work/main/test/fixtures/golden/search.json','utf8'));
  const f = searchFile((db) => { for (const t of ['sessions','messages']) for (const r of g.seed[t]) { const k=Object.keys(r); db.prepare(`insert into ${t} (${k.join(',')}) values (${k.map(()=>'?').join(',')})`).run(...k.map(x=>r[x])); } });
  for (const c of g.calls) {
    const a=c.args; const order = /newest/i.test(a.sort??'')?'NEWEST':a.sort==='oldest'?'OLDEST':'RELEVANCE';
    const filter:any={}; if(a.source_filter) filter.sources=a.source_filter; if(a.exclude_sources) filter.excludeSources=a.exclude_sources; if(a.role_filter?.length) filter.roles=a.role_filter;
    let mine:any; let h:any[]=[]; try { h=hits(f,c.query,filter,order as any); mine=h.map(x=>x.message.id); if(a.offset) {mine=mine.slice(a.offset); h=h.slice(a.offset);} if(a.limit>0) {mine=mine.slice(0,a.limit);} } catch(e:any) { mine=e.name+': '+e.message; if(e.name!=='BadUserInputError') mine=e.stack }
    if (JSON.stringify(mine)!==JSON.stringify(c.ids)) console.log(JSON.stringify(c.query), JSON.stringify(a), 'ref', JSON.stringify(c.ids), 'ours', JSON.stringify(mine));
    for (const r of c.result) { const m=h.find(x=>x.message.id===r.id); if(m && m.snippet!==(r.snippet??'').trimEnd()) console.log('   snippet', c.query, r.id, JSON.stringify(r.snippet), JSON.stringify(m.snippet)); }
  }
});
