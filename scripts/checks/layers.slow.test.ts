import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'

/** A file in a temporary tree, its import, and the rules that it breaks. */
const planted: [file: string, imports: string, ...rules: string[]][] = [
  ['app/domain/events/events.server.ts', 'app/http/log.ts', 'domain'],
  ['app/domain/plans/plans.server.ts', 'app/ui/button.ts', 'domain'],
  ['app/domain/files/files.server.ts', 'app/mail/worker.server.ts', 'domain'],
  ['app/ui/form.ts', 'app/http/forms/form.server.ts', 'ui'],
  ['app/ui/card.ts', 'app/routes/parts/shared.ts', 'ui'],
  ['app/http/middleware/request-checks.ts', 'app/routes/parts/shared.ts', 'http, auth, mail, demo, backups, operator'],
  ['app/http/middleware/health.ts', 'app/backups/status.ts', 'http and backups don’t import each other'],
  ['app/backups/daily.server.ts', 'app/http/errors/refusal.ts', 'http and backups don’t import each other'],
  ['app/http/middleware/check.ts', 'app/http/limits/queues.ts', 'middleware and limits don’t import each other'],
  ['app/http/limits/turns.ts', 'app/http/middleware/health.ts', 'middleware and limits don’t import each other'],
  ['app/operator/doctor.server.ts', 'scripts/doctor.mjs', 'the program imports no scripts'],
  ['scripts/user.mjs', 'app/paths.ts', 'what runs without a build imports no source'],
  ['scripts/serve.mjs', 'scripts/checks.ts', 'what runs without a build imports no source'],
  ['app/processes/serve.mjs', 'app/paths.ts', 'what runs without a build imports no source'],
  ['app/operator/lock.server.ts', 'app/processes/lock.mjs'],
  ['scripts/checks/api.ts', 'app/domain/rules.ts'],
  ['db/erase.ts', 'app/domain/rules.ts', 'db imports the log alone'],
  ['app/content/home.ts', 'app/domain/rules.ts', 'content is data'],
  ['app/settings.server.ts', 'app/http/log.ts', 'below: settings, log, signing, screen, paths, characters'],
  ['app/paths.ts', 'app/version.ts', 'paths import nothing'],
  ['app/content/about.ts', 'app/paths.ts', 'content is data'],
  ['app/server.ts', 'app/test/browser.ts', 'the program imports no tests'],
  ['app/routes/parts/news.ts', 'app/routes/site/about/words.ts', 'parts import no screens'],
  [
    'app/routes/dashboard/newsletter.$id.edit/route.ts',
    'app/routes/dashboard/newsletter.$id._index/words.ts',
    'siblings import no siblings',
  ],
  ['app/demo/files.ts', 'node_modules/sharp/index.js', 'the server loads no sharp'],
  ['app/domain/egg.ts', 'app/domain/hen.ts', 'no circles'],
  // The other half of that cycle; a cycle is reported once.
  ['app/domain/hen.ts', 'app/domain/egg.ts'],
  ['app/routes/site/news.$id/route.ts', 'app/routes/site/news.$id/words.ts'],
  ['app/routes/site/about/route.ts', 'app/routes/parts/shared.ts'],
  ['app/domain/notices/notices.server.ts', 'db/open.ts'],
  ['app/domain/notices/record.ts', 'app/paths.ts'],
]

/** The rules that each file breaks, by the tool and configuration of lint. */
function findBrokenRules(): Map<string, string[]> {
  using folder = createTemporaryFolder()
  const root = folder.path
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json']) cpSync(file, join(root, file))
  for (const group of ['site', 'dashboard', 'api', 'files'])
    mkdirSync(join(root, 'app/routes', group), { recursive: true })
  for (const [, imported] of planted) write(imported, 'export const it = 1\n')
  for (const [file, imported] of planted)
    write(file, `import { it } from '${resolve(root, imported)}'\nexport const mine = it\n`)
  const args = ['app', 'db', 'scripts', '--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const found = execFileSync(resolve('node_modules/.bin/depcruise'), args, { cwd: root, encoding: 'utf8' })
  const broken = new Map<string, string[]>()
  for (const { from, rule } of JSON.parse(found).summary.violations)
    broken.set(from, [...(broken.get(from) ?? []), rule.name])
  return broken
}

test('lint refuses imports from higher layers, between siblings and in cycles, and no others', () => {
  const broken = findBrokenRules()
  const expected = planted.map(([file, , ...rules]) => [file, rules])
  expect(planted.map(([file]) => [file, broken.get(file) ?? []])).toEqual(expected)
}, 60_000)
