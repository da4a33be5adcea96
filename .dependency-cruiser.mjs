import { readdirSync } from 'node:fs'

const tests = '[.](test|e2e)[.]tsx?$|^app/test/'
/** A module imports only from layers below it (they are listed in app/README.md). */
const layer = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: tests },
  to: { path: to },
})

// One rule a folder: their names hold what a pattern would read as its own ($, dots, brackets).
const siblings = ['site', 'dashboard', 'api', 'files'].flatMap((group) =>
  readdirSync(`app/routes/${group}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `^app/routes/${group}/${name.replace(/[$.()[\]+]/g, '[$&]')}/`)
    .map((own) => ({
      name: 'siblings import no siblings',
      severity: 'error',
      comment: 'What several screens share stands in app/routes/parts.',
      from: { path: own, pathNot: tests },
      to: { path: '^app/routes/(site|dashboard|api|files)/', pathNot: own },
    })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing unresolved',
      severity: 'error',
      from: {},
      // ONCE starts Riverbank by its path in the image.
      to: { couldNotResolve: true, pathNot: '^virtual:|^/riverbank/' },
    },
    layer('paths import nothing', '^app/paths[.]', '.', 'They are the site map, which everything else may lead by.'),
    layer(
      'below: settings, log, signing, screen, paths, characters',
      '^app/(log|settings|signing|screen|paths|version|characters|email-address)[.]',
      '^(app/(?!(log|settings|signing|screen|paths|version|characters|email-address)[.])|db/)',
      'They are what everything else stands on.',
    ),
    layer('db imports the log alone', '^db/', '^app/(?!log[.])', 'The tables know nothing of what is done with them.'),
    layer('content is data', '^app/content/', '^app/(?!content/)|^db/', 'The first words of the site import nothing.'),
    layer(
      'domain',
      '^app/domain/',
      '^app/(?!(domain|content|processes)/|(log|settings|signing|paths|version|characters|email-address)[.])',
      'The rules of the centre know no request, no screen, no mail server.',
    ),
    layer(
      'ui',
      '^app/ui/',
      '^app/(auth|http|mail|demo|backups|operator|routes)/',
      'Pieces of screens know the shapes of records, no request and no route.',
    ),
    layer(
      'http, auth, mail, demo, backups, operator',
      '^app/(auth|http|mail|demo|backups|operator)/',
      '^app/(routes/|server[.]|middleware[.]|entry[.])',
      'They serve every screen, so they know none.',
    ),
    layer(
      'auth',
      '^app/auth/',
      '^app/(http|mail|demo|backups|operator|routes)/',
      'Log-ins and sessions know no request handler: http asks them.',
    ),
    layer(
      'vite',
      '^app/vite/',
      '^app/(?!vite/|screen[.])|^db/',
      'Plugins run before anything is built. They know what a route declares.',
    ),
    layer('only the build has its plugins', '^(app/(?!vite/)|db/)', '^app/vite/', 'They are not in the product.'),
    layer(
      'http and backups don’t import each other',
      '^app/http/',
      '^app/backups/',
      'The server passes the state of the backups to the requests.',
    ),
    layer('http and backups don’t import each other', '^app/backups/', '^app/http/', 'Backups know no request.'),
    layer(
      'middleware and limits don’t import each other',
      '^app/http/middleware/',
      '^app/http/limits/',
      'What both need is below them: in http/errors or domain/limits.',
    ),
    layer(
      'middleware and limits don’t import each other',
      '^app/http/limits/',
      '^app/http/middleware/',
      'What both need is below them: in http/errors or domain/limits.',
    ),
    ...siblings,
    {
      name: 'parts import no screens',
      severity: 'error',
      from: { path: '^app/routes/parts/', pathNot: tests },
      to: { path: '^app/routes/(site|dashboard|api|files)/' },
    },
    {
      name: 'the program imports no tests',
      severity: 'error',
      from: { path: '^(app|db)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'the program imports no scripts',
      severity: 'error',
      comment: 'Scripts may import the program.',
      from: { path: '^(app|db)/', pathNot: tests },
      to: { path: '^scripts/' },
    },
    {
      name: 'what runs without a build imports no source',
      severity: 'error',
      comment: 'Node runs them as they are, also in the image, which has no TypeScript.',
      from: { path: '^scripts/[^/]+[.]mjs$|^app/processes/', pathNot: tests },
      to: { path: '^(app/(?!processes/)|db/)|^scripts/.*[.]ts$' },
    },
    {
      name: 'the server loads no sharp',
      severity: 'error',
      comment:
        'Decoded pictures would stay in its memory: app/processes/pictures.mjs makes them in a process of its own.',
      from: { path: '^(app/(?!processes/)|db/)', pathNot: tests },
      to: { path: 'node_modules/sharp/' },
    },
    {
      name: 'what the program runs on is installed with it',
      severity: 'error',
      comment: 'The image has no development packages.',
      from: { path: '^(app|db)/', pathNot: `${tests}|^app/(routes[.]ts$|vite/)` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
