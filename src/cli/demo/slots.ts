import type { Random } from './random.js';

/** The values of one slot, written as a line or a few, with commas between. */
function values(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

/** Slots that keep their value throughout a session, so that its texts speak of the same things. */
const STICKY: Readonly<Record<string, readonly string[]>> = {
  service: values(`
    gateway, billing, catalog, mailer, search, photos, wiki, tracker, orders, identity, reports,
    inventory, notifier, scheduler, thumbnails, feeds`),
  host: values(`
    atlas, juno, kestrel, pi4, nas-01, web-02, db-03, builder, lagoon, birch, staging-1, edge-fra,
    ci-runner-7`),
  module: values(`
    sync_worker, parser, scheduler, importer, retry_queue, tokenizer, renderer, auth_flow,
    config_loader, price_table, session_store, exporter, watcher`),
  file: values(`
    src/sync_worker.py, gateway/run.py, app/config.yaml, src/index.ts, lib/parser.rs,
    cmd/server/main.go, src/utils/date-format.ts, scripts/deploy.sh, core/price_table.py,
    web/src/App.tsx, src/session-store.ts, tools/import_csv.py, internal/cache/lru.go`),
  dir: values('assets, locales, vendor, proto, templates, fixtures, static, schemas'),
  table: values(`
    orders, customers, invoices, events, bookings, readings, subscribers, articles, shipments,
    tickets, members, payments`),
  branch: values(`
    main, fix/retry-backoff, feature/cursor-paging, release-2.4, chore/node-24, fix/umlauts,
    feature/dark-mode, hotfix/502, refactor/split-parser`),
  city: values(`
    Lisbon, Ghent, Ljubljana, Kyoto, Porto, Leipzig, Trieste, Bergen, Lyon, Kraków, Sevilla, Turku,
    Graz, Tainan, Valparaíso, Besançon`),
  dish: values(`
    lentil soup, lasagne, sourdough bread, ramen, apple crumble, paella, banana bread,
    pumpkin risotto, mapo tofu, quiche, dal, lemon cake`),
  month: values(`
    January, February, March, April, May, June, July, August, September, October, November,
    December`),
  room: values('kitchen, bedroom, office, bathroom, hall, workshop, cellar'),
  person: values('Ana, Ben, Chidi, Dana, Emeka, Freya, Goran, Hana, Ivo, Jun'),
  project: values(`
    the open garden, the repair café, a library of things, the night bus map, the reading circle,
    the river clean-up, the winter market, a choir for beginners`),
  email: values(`
    ana@example.com, ben@example.com, office@example.org, team@example.net, support@example.com,
    user@example.org`),
  zhService: values('支付服务, 搜索服务, 图片服务, 订单系统, 消息网关, 报表平台, 登录模块'),
  zhCity: values('成都, 杭州, 西安, 厦门, 昆明, 苏州, 青岛, 桂林, 大理, 哈尔滨'),
  zhMonth: values('三月, 四月, 五月, 六月, 九月, 十月, 国庆节, 春节'),
  jaCity: values('金沢, 京都, 函館, 松山, 長崎, 仙台, 高松, 那覇'),
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** Slots that get a new value each time. */
const FRESH: Readonly<Record<string, (random: Random) => string>> = {
  n: (random) => String(random.int(2, 9)),
  ms: (random) => String(random.int(110, 4800)),
  pct: (random) => `${random.int(3, 97)}%`,
  price: (random) => `${random.int(4, 240)}.${pad(random.int(0, 99))} €`,
  time: (random) => `${pad(random.int(5, 23))}:${pad(random.int(0, 59))}`,
  date: (random) => `2026-${pad(random.int(1, 12))}-${pad(random.int(1, 28))}`,
  hex: (random) => random.hex(7),
};

/**
 * The value of a slot. Sticky ones are remembered in `kept`, one map for a session. Throws on a name
 * that is neither.
 */
export function slotValue(name: string, random: Random, kept: Map<string, string>): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const fresh = FRESH[name];
  if (fresh) return fresh(random);
  const choices = STICKY[name];
  if (!choices) throw new Error(`No slot "${name}".`);
  const value = random.pick(choices);
  kept.set(name, value);
  return value;
}
