import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import { isFullRun, isRestRun, isWholeRun, JOURNEY, MECHANISM, type Mode, SINGLE_MODE_TAGS } from './app/test/modes'

// Without a window to draw the specs take two thirds of the time. Where Debian has neither, Playwright finds its own.
const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

const access = 'scripts/checks/access'

/**
 * The tests that scripts/test runs with scripts. Without scripts it runs the mechanisms. Each worker of each project starts a server, so a
 * project with few tests has few.
 */
const chosen = new RegExp(`${MECHANISM}|${JOURNEY}`)
const mechanisms = new RegExp(MECHANISM)
const withScripts = isWholeRun ? {} : { ...(isRestRun ? { grepInvert: chosen } : { grep: chosen }), workers: 2 }
const withoutScripts = {
  ...(!isWholeRun && { workers: 1 }),
  ...(!isFullRun && { grep: mechanisms }),
  grepInvert: isRestRun ? [SINGLE_MODE_TAGS, mechanisms] : SINGLE_MODE_TAGS,
}
/** The tests of accessibility open more screens in a full run. */
const accessTests = isWholeRun ? {} : isRestRun ? { workers: 2 } : { grep: chosen, workers: 1 }
const isFullAccessRun = process.env.ACCESS === 'whole'

/** Tests run with scripts, without, and with scripts that never arrive (app/test/modes.ts). */
export default defineConfig<{ mode: Mode }>({
  testDir: 'app',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/browser',
  snapshotPathTemplate: '{testDir}/trees/{arg}{ext}',
  // On two cores, each has a browser and a server besides.
  workers: 3,
  // Files differ ten times in length, and each test begins with the same state.
  fullyParallel: true,
  timeout: 120_000,
  // For what never comes: on a busy machine an upload may take a while.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.cache/browser.json' }]],
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Most pages are closed before optimised code pays: compiling it takes a third of the browser's time.
        '--js-flags=--no-opt,--no-maglev',
        // Otherwise a navigation may start another process, which compiles all scripts again: it takes a third of the time.
        '--renderer-process-limit=1',
        // A microphone with a tone. Headless Chromium can't ask whether a page may use it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
    // A test that waits for ever for something to press fails by what it lacks.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, since its tests take longest.
    { name: 'access', testDir: access, use: { mode: 'on' }, ...(isFullAccessRun ? {} : accessTests) },
    // Only in `npm run check:access`: most of what is looked at is the same without scripts.
    ...(isFullAccessRun
      ? [
          {
            name: 'access, scripts blocked',
            testDir: access,
            use: { mode: 'blocked' as const },
            grepInvert: SINGLE_MODE_TAGS,
          },
        ]
      : []),
    { name: 'scripts on', use: { mode: 'on' }, ...withScripts },
    { name: 'scripts off', use: { mode: 'off', javaScriptEnabled: false }, ...withoutScripts },
    { name: 'scripts blocked', use: { mode: 'blocked' }, ...withoutScripts },
  ],
})
