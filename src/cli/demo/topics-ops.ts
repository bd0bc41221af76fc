import type { ToolName, Topic } from './topic.js';

const CONSOLE: readonly ToolName[] = [
  'terminal',
  'terminal',
  'terminal',
  'terminal',
  'process',
  'read_file',
  'search_files',
  'web_search',
  'memory',
  'cronjob',
];

/** Chats about keeping machines and services alive. */
export const OPS_TOPICS: readonly Topic[] = [
  {
    language: 'en',
    area: 'ops',
    titles: ['Nightly backup timeout', 'Backup check on {{host}}', 'Restore drill {{month}}'],
    asks: [
      'The nightly backup of {{host}} timed out again after {{n}} minutes. What changed?',
      'Please do a restore drill: take the newest backup of {{service}} and verify it in a scratch folder.',
      'How much space do the backups on {{host}} take, and which can go?',
    ],
    follows: [
      'Keep the last {{n}} days, drop the rest, but show me the list first.',
      'Was the encryption key rotated?',
      'Send the report to {{email}}.',
      'Is the copy on the second site complete?',
    ],
    answers: [
      'A new folder `/var/lib/{{service}}/cache` with {{ms}} GB went into the backup. I excluded it; the run takes {{n}} minutes again.',
      'Restore verified: {{ms}} files, checksums equal, integrity_check says ok. It took {{n}} min.',
      'The backups take {{ms}} GB. Rotating to {{n}} daily, 4 weekly and 6 monthly ones would free about {{pct}}.',
    ],
    points: [
      'exclude list: `/tmp`, `/var/cache`, `node_modules`, `.venv`',
      'the last good run ended {{date}} at {{time}}',
      'the offsite copy lags by {{n}} hours',
      'no file is larger than the {{n}} GB limit',
    ],
    thoughts: ['Compare the size of the last good run with the failed one, folder by folder.'],
    tools: CONSOLE,
  },
  {
    language: 'en',
    area: 'ops',
    titles: ['502 from {{service}}', 'Incident {{service}} {{month}}', 'Post-mortem {{host}}'],
    asks: [
      'nginx answers 502 for https://{{service}}.example.com since {{time}}. Please check, people are waiting.',
      "Summarise yesterday's incident of {{service}} and draft a post-mortem, blameless please.",
      '{{host}} is slow. Load is {{n}}, memory 9{{n}}%... what eats it?',
    ],
    follows: [
      'Who was paged, and when?',
      'Can we roll back to the release before?',
      'Watch it for ten minutes and tell me.',
      'Write that into the runbook.',
    ],
    answers: [
      'The upstream ran out of file handles: {{ms}} sockets in CLOSE_WAIT. I restarted {{service}} and raised the limit; 502s stopped at {{time}}.',
      'Post-mortem draft: impact {{n}} minutes, root cause a stale DNS record, detection by a customer. Three follow-ups are listed below.',
      'The memory belongs to one process, `{{service}}-worker`, {{n}} GB resident and growing. A restart helps for a while; a heap dump is saved.',
      'Rolled back to the release of {{date}}. Error rate is at 0.{{n}}% and falling.',
    ],
    points: [
      '{{time}} first 502, {{time}} page, {{time}} mitigated',
      'alert on CLOSE_WAIT sockets above 500',
      'the TTL of the record goes down to 60 s',
      'the runbook names the command for the rollback',
      'load was {{n}}.4, is 0.{{n}} now',
    ],
    thoughts: [
      '502 means nginx is alive and the upstream is not. Go to the upstream log.',
      'First stop the bleeding, then look for the cause.',
    ],
    tools: CONSOLE,
  },
  {
    language: 'en',
    area: 'ops',
    titles: ['Disk full on {{host}}', 'Clean up {{host}}', 'Log rotation for {{service}}'],
    asks: [
      'df says / on {{host}} is at 9{{n}}%. Find the big ones, but do not run rm -rf without asking.',
      'The logs of {{service}} grow by {{n}} GB a day. Set up rotation.',
      'Which docker volumes on {{host}} are orphans?',
    ],
    follows: [
      'OK, delete those.',
      'Wait: keep everything under /srv/photos.',
      'How long until it is full again?',
      'Put a warning at 85%.',
    ],
    answers: [
      'The biggest: `/var/log/{{service}}` with {{n}}3 GB, old docker layers with {{n}}1 GB, and a core dump of {{n}} GB.',
      'Freed {{n}}7 GB; `/` is at {{pct}} now. Nothing below /srv was touched.',
      'Rotation is in place: daily, {{n}} kept, compressed, and the service is told with a SIGHUP.',
    ],
    points: [
      '`/var/lib/docker/overlay2` {{n}}1 GB, {{pct}} reclaimable',
      '`~/.cache` {{n}}.2 GB',
      '`/var/log/journal` capped at 500 MB',
      'at this pace the disk lasts {{n}} weeks',
    ],
    thoughts: ['List before deleting. The user asked twice not to remove anything unasked.'],
    tools: CONSOLE,
  },
  {
    language: 'en',
    area: 'ops',
    titles: ['Renew certificate {{service}}', 'DNS move {{service}}', 'VPN to {{host}}'],
    asks: [
      'The certificate of {{service}}.example.com expires in {{n}} days. Renew it and tell me why the timer did not.',
      'Move the DNS of {{service}}.example.org to the new name servers without an outage. Steps?',
      'ssh user@{{host}} hangs after "Connection established". MTU?',
    ],
    follows: [
      'Is port 80 open from outside?',
      'What does the log of the timer say?',
      'Try with -v and post the last lines.',
      'Great. Make a note of it for next time.',
    ],
    answers: [
      'Renewed, valid until {{date}}. The timer failed because port 80 was closed by the new firewall rule; the rule has an exception now.',
      'Plan: lower the TTL to 300 s, copy the zone, compare both answers, switch the delegation, wait two days, remove the old zone.',
      'It is the MTU: packets above {{ms}} bytes are dropped in the tunnel. With `mtu 1380` on the interface ssh comes up at once.',
    ],
    points: [
      'TTL lowered {{date}} {{time}}',
      'both name servers answer with the same serial',
      'renewal test with `--dry-run` passes',
      'port 80 is open for the challenge path only',
    ],
    thoughts: ['A hang after the key exchange smells of path MTU. Test with ping -M do -s.'],
    tools: CONSOLE,
  },
  {
    language: 'en',
    area: 'ops',
    titles: ['Rollout of {{service}}', '50% rollout_plan', 'Upgrade {{host}} to the new LTS'],
    asks: [
      'Plan the rollout of {{service}}: 5%, 50%, 100%, with a stop rule.',
      'Upgrade {{host}} to the new LTS this weekend. What can break?',
      'Compare the config of staging and production for {{service}} (values.yaml, .env).',
    ],
    follows: [
      'What is the stop rule in numbers?',
      'Do the first step now.',
      'Any breaking changes in the release notes?',
      'Tell #ops in Slack.',
    ],
    answers: [
      'Staging and production differ in {{n}} keys; two of them matter: `MAX_CONN` and `CACHE_TTL`.',
      'Step one is out: 5% of the pods since {{time}}, error rate 0.{{n}}%, p95 {{ms}} ms. The stop rule is twice the old error rate.',
      'Three things can break: the old PHP packages, the renamed network interface, and cgroup v1 containers. I checked {{host}} for each.',
    ],
    points: [
      'stop when errors double or p95 passes {{ms}} ms',
      'roll back with `kubectl rollout undo deploy/{{service}}`',
      'staging has DEBUG=1, production has not',
      'snapshot of {{host}} taken {{date}}',
    ],
    thoughts: ['A rollout needs numbers for go and stop. Take both from the last week.'],
    tools: CONSOLE,
  },
];
