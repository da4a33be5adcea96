import { spawn } from 'node:child_process'
import { startFaultyProxy } from '../../../app/test/faulty-proxy'
import { DEMO_PASSWORD_OF_TESTS, startRiverbank } from '../../../app/test/running'
import { findFreePort, installCommand } from '../shared/machine'
import { waitUntil } from '../shared/measures'

/** Starts Debian's WebKitGTK on a virtual display, driven by WebDriver (W3C). */
async function startWebKit() {
  const port = await findFreePort()
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], {
    // Its sandbox does not start as root.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
    detached: true,
  })
  const ask = async (method: string, path: string, body?: object) => {
    const sent = { method, body: body && JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent)
    const { value } = (await answer.json()) as { value: { error?: string; message?: string; sessionId?: string } }
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const end = () => process.kill(-driver.pid!, 'SIGTERM')
  const isThere = () =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    )
  const options = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } }
  await waitUntil(isThere)
  const { sessionId } = await ask('POST', '/session', { capabilities: options }).catch((error) => {
    end()
    throw error
  })
  const run = (script: string) => ask('POST', `/session/${sessionId}/execute/sync`, { script, args: [] })
  return {
    open: (url: string) => ask('POST', `/session/${sessionId}/url`, { url }),
    go: (where: 'back' | 'forward') => ask('POST', `/session/${sessionId}/${where}`, {}),
    /** Runs a function's source in the page. */
    run,
    /** Waits until an expression is true in the page. Otherwise throws an Error with the message `what`. */
    sees: async (what: string, expression: string) => {
      const isSo = () => run(`return Boolean(${expression})`).then(Boolean, () => false)
      if ((await waitUntil(isSo)) === undefined) throw new Error(what)
    },
    [Symbol.asyncDispose]: async () => {
      await ask('DELETE', `/session/${sessionId}`).catch(() => undefined)
      end()
    },
  }
}

const LOG_IN = `
  document.querySelector('[name=username]').value = 'demo.student'
  document.querySelector('[name=password]').value = ${JSON.stringify(DEMO_PASSWORD_OF_TESTS)}
  document.querySelector('[name=password]').form.requestSubmit()`
const PRESS_LOG_OUT = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Log Out')).click()`
const OPEN_CALENDAR = `[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.includes('Calendar')).click()`
const IS_PORTAL = `document.querySelector('h1')?.textContent === 'Student Portal Dashboard'`
const SCRIPTS_RUN = `document.documentElement.dataset.scripts === 'run'`

/**
 * Logs in and out many times in WebKitGTK, which has the engine of iPhones: on a working line, on one that loses the response, and offline.
 * Each time the private page must be gone, also for Back and Forward, and the session must end once the line works. Skipped if WebKitGTK
 * can't be installed.
 */
export async function findWebKitFaults(): Promise<string[]> {
  if (!installCommand('WebKitWebDriver', 'webkit2gtk-driver') || !installCommand('xvfb-run', 'xvfb')) {
    console.log('WebKit: skipped, because WebKitWebDriver can’t be installed here')
    return []
  }
  // Start it first: if it fails, nothing would stop the others.
  await using browser = await startWebKit()
  await using riverbank = await startRiverbank()
  await using line = await startFaultyProxy(riverbank.url)
  const faults: string[] = []
  const openSessions = () => Number(riverbank.rows('select count(*) as n from sessions where endedAt is null')[0]?.n)
  const logOut = async (how?: 'cut' | 'gone') => {
    await browser.open(`${line.url}/portal`)
    await browser.sees('the log-in runs no scripts', SCRIPTS_RUN)
    await browser.run(LOG_IN)
    await browser.sees('the log-in does not open the dashboard', `location.pathname === '/dashboard' && ${SCRIPTS_RUN}`)
    // A portal page in the history to go back to.
    await browser.run(OPEN_CALENDAR)
    await browser.sees('the calendar does not open', `location.pathname === '/dashboard/calendar'`)
    if (how) line.break(how)
    await browser.run(PRESS_LOG_OUT)
    if (how) {
      await browser.sees('the portal stays', `document.querySelector('h1')?.textContent === 'Logout failed'`)
      line.mend()
      await browser.run(PRESS_LOG_OUT)
    }
    await browser.sees('the page stays', `location.pathname === '/'`)
    await browser.sees(
      'there is no message',
      `document.body.textContent.includes('You have been successfully logged out.')`,
    )
    if (openSessions() > 0) throw new Error('the session goes on')
    await browser.go('back')
    await browser.sees('Back shows the portal', `location.pathname === '/portal' && !(${IS_PORTAL})`)
    await browser.go('forward')
    await browser.sees('Forward shows the portal', `location.pathname === '/' && !(${IS_PORTAL})`)
  }
  for (const how of [undefined, 'cut', 'gone'] as const)
    for (let time = 1; time <= 5; time++)
      await logOut(how).catch((error: Error) => {
        line.mend()
        faults.push(
          `WebKit, log-out ${time} on ${how ? `a connection that is ${how}` : 'a working connection'}: ${error.message}`,
        )
      })
  return faults
}
