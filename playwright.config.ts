import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import {
  FULL_RUN_ONLY,
  isFullRun,
  JOURNEY,
  JOURNEY_WITHOUT_SCRIPTS,
  type Mode,
  SINGLE_MODE_TAGS,
} from './app/test/modes'

// Without a window to draw the specs take two thirds of the time. Where Debian has neither, Playwright finds its own.
const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

const access = 'scripts/check-access'

/** What runs without scripts: some journeys through the site and the portal, or all that can. */
const without = (journeys: RegExp) => (isFullRun ? { grepInvert: SINGLE_MODE_TAGS } : { grep: journeys })

/** Every spec runs with scripts; journeys (app/test/modes.ts) also without, and with scripts that never arrive. */
export default defineConfig<{ mode: Mode }>({
  testDir: 'app',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/browser',
  snapshotPathTemplate: '{testDir}/trees/{arg}{ext}',
  // On two cores, each has a browser and a server besides.
  workers: 3,
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
      ],
    },
    // A test that waits for ever for something to press fails by what it lacks.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'scripts on', use: { mode: 'on' }, grepInvert: isFullRun ? undefined : new RegExp(FULL_RUN_ONLY) },
    { name: 'access', testDir: access, use: { mode: 'on' } },
    // Only in `npm run check:access`: most of what is looked at is the same without scripts.
    ...(process.env.ACCESS === 'whole'
      ? [
          {
            name: 'access, scripts blocked',
            testDir: access,
            use: { mode: 'blocked' as const },
            grepInvert: SINGLE_MODE_TAGS,
          },
        ]
      : []),
    {
      name: 'scripts off',
      use: { mode: 'off', javaScriptEnabled: false },
      ...without(new RegExp(`${JOURNEY}|${JOURNEY_WITHOUT_SCRIPTS}`)),
    },
    { name: 'scripts blocked', use: { mode: 'blocked' }, ...without(new RegExp(`${JOURNEY}(?!-)`)) },
  ],
})
