import { existsSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import type { Mode } from './app/test/browser'

const debianChromium = '/usr/bin/chromium'

/** Each spec runs three ways: with scripts, without, and with scripts that never arrive (architecture.md, Tests). */
export default defineConfig<{ mode: Mode }>({
  testDir: 'app',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/browser',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.cache/browser.json' }]],
  use: {
    launchOptions: {
      executablePath: existsSync(debianChromium) ? debianChromium : undefined,
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
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'scripts on', use: { mode: 'on' } },
    // Hostile markup can only run where scripts do.
    { name: 'scripts off', testIgnore: '**/*.xss.e2e.ts', use: { mode: 'off', javaScriptEnabled: false } },
    { name: 'scripts blocked', testIgnore: '**/*.xss.e2e.ts', use: { mode: 'blocked' } },
  ],
})
