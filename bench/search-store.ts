import Database from 'better-sqlite3';
import { createStore } from '../src/db/sqlite/create.js';

/**
 * Makes a store of `messages` rows for measurements: agent-like text whose words follow Zipf's law,
 * tool calls and tool output, some Chinese, some Chinese with Latin words glued to it. The same seed
 * gives the same file.
 */
export function makeSearchStore(path: string, messages: number): void {
  createStore(path);
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  const random = generator(42);
  const words = vocabulary(random);
  const cjk = Array.from(
    '的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴修',
  );
  const word = () =>
    words[Math.min(words.length - 1, Math.floor(words.length * random() ** 5))] ?? '';
  const prose = (count: number) => Array.from({ length: count }, word).join(' ');
  const chinese = (count: number) =>
    Array.from({ length: count }, () => cjk[Math.floor(cjk.length * random() ** 2)] ?? '').join('');
  const session = db.prepare(
    'INSERT INTO sessions (id, source, model, started_at) VALUES (?, ?, ?, ?)',
  );
  const message = db.prepare(
    'INSERT INTO messages (session_id, role, content, tool_calls, tool_name, timestamp) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const perSession = 100;
  for (let start = 0; start < messages; start += 10_000) {
    db.transaction(() => {
      for (let n = start; n < Math.min(messages, start + 10_000); n += 1) {
        const id = `s${Math.floor(n / perSession)}`;
        if (n % perSession === 0) {
          session.run(id, n % 700 === 0 ? 'cron' : 'cli', `model-${n % 3}`, 1_700_000_000 + n);
        }
        const kind = n % 10;
        const time = 1_700_000_000 + n;
        if (kind === 0)
          message.run(id, 'user', prose(5 + Math.floor(random() * 20)), null, null, time);
        else if (kind < 4)
          message.run(id, 'assistant', prose(30 + Math.floor(random() * 60)), null, null, time);
        else if (kind < 6) {
          const args = JSON.stringify({
            command: `cd src\n${prose(6)}`,
            path: `/home/x/${word()}/${word()}.ts`,
          });
          const calls = [
            { id: `call_${n}`, type: 'function', function: { name: 'terminal', arguments: args } },
          ];
          message.run(id, 'assistant', null, JSON.stringify(calls), null, time);
        } else if (kind < 9)
          message.run(id, 'tool', prose(40 + Math.floor(random() * 100)), null, 'terminal', time);
        else if (n % 20 === 9)
          message.run(
            id,
            'user',
            `${chinese(20)}，${chinese(8)}${word()}${chinese(6)}。`,
            null,
            null,
            time,
          );
        else message.run(id, 'assistant', prose(60), null, null, time);
      }
    })();
  }
  db.prepare(
    "UPDATE messages SET content = content || ' needlestack 稀有词汇 前缀gluedword后缀' WHERE id IN (SELECT MIN(id) + 1000 FROM messages)",
  ).run();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Forty thousand made-up words; the first few are the commonest. */
function vocabulary(random: () => number): string[] {
  const syllables = [
    'do',
    'ck',
    'er',
    'in',
    'st',
    'al',
    'co',
    'mp',
    'ose',
    're',
    'qu',
    'est',
    'the',
    'ing',
    'con',
    'tion',
    'pa',
    'th',
    'er',
    'ror',
    'lo',
    'g',
    'me',
    'ss',
    'age',
    'fi',
    'le',
    'na',
    'to',
    'ken',
    'ser',
    'ver',
    'bui',
    'ld',
    'te',
    'run',
    'py',
    'js',
    'ub',
    'un',
    'tu',
  ];
  const pick = () => syllables[Math.floor(random() * syllables.length)] ?? '';
  const words = new Set(['docker', 'the', 'error', 'file', 'deployment', 'python', 'server']);
  while (words.size < 40_000) {
    words.add(Array.from({ length: 1 + Math.floor(random() * 4) }, pick).join(''));
  }
  return [...words];
}

/** Mulberry32: small, fast, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
