import { spawn } from 'node:child_process'
import { startFaultyProxy } from '../../app/test/faulty-proxy'
import { DEMO_PASSWORD_OF_TESTS, startRiverbank } from '../../app/test/running'
import { freePort, hasCommand } from '../shared/machine'
import { until } from '../shared/measures'

/** Debian's WebKitGTK in a display of its own, driven by WebDriver (W3C). */
async function startWebKit() {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], {
    // As root its sandbox does not start.
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
  await until(isThere)
  const { sessionId } = await ask('POST', '/session', { capabilities: options }).catch((error) => {
    end()
    throw error
  })
  const run = (script: string) => ask('POST', `/session/${sessionId}/execute/sync`, { script, args: [] })
  return {
    open: (url: string) => ask('POST', `/session/${sessionId}/url`, { url }),
    /** Goes through the tab's history. */
    go: (where: 'back' | 'forward') => ask('POST', `/session/${sessionId}/${where}`, {}),
    /** Runs the text of a function in the page. */
    run,
    /** Waits until an expression is true in the page. Throws with `what` when it does not get so. */
    sees: async (what: string, expression: string) => {
      const isSo = () => run(`return Boolean(${expression})`).then(Boolean, () => false)
      if ((await until(isSo)) === undefined) throw new Error(what)
    },
    [Symbol.asyncDispose]: async () => {
      await ask('DELETE', `/session/${sessionId}`).catch(() => undefined)
      end()
    },
  }
}

const logsIn = `
  document.querySelector('[name=username]').value = 'demo.student'
  document.querySelector('[name=password]').value = ${JSON.stringify(DEMO_PASSWORD_OF_TESTS)}
  document.querySelector('[name=password]').form.requestSubmit()`
const pressesLogOut = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Log Out')).click()`
const opensCalendar = `[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.includes('Calendar')).click()`
const IS_PORTAL = `document.querySelector('h1')?.textContent === 'Student Portal Dashboard'`
const SCRIPTS_RUN = `document.documentElement.dataset.scripts === 'run'`

/**
 * Logs in and out in WebKitGTK, whose engine is that of iPhones, again and again: on a whole line, on one that loses the answer, and
 * on none. Each time the private page is gone, also for Back and Forward, and the session over once the line allows. Skipped where it
 * can't be installed.
 */
export async function webKitFaults(): Promise<string[]> {
  if (!hasCommand('WebKitWebDriver', 'webkit2gtk-driver') || !hasCommand('xvfb-run', 'xvfb')) {
    console.log('WebKit: skipped, there is no WebKitWebDriver here and it can’t be installed')
    return []
  }
  // First, since nothing would stop the others if it does not start.
  await using browser = await startWebKit()
  await using riverbank = await startRiverbank()
  await using line = await startFaultyProxy(riverbank.url)
  const faults: string[] = []
  const openSessions = () => Number(riverbank.rows('select count(*) as n from sessions where endedAt is null')[0]?.n)
  const logOut = async (how?: 'cut' | 'gone') => {
    await browser.open(`${line.url}/portal`)
    await browser.sees('the log-in runs no scripts', SCRIPTS_RUN)
    await browser.run(logsIn)
    await browser.sees('the log-in leads nowhere', `location.pathname === '/dashboard' && ${SCRIPTS_RUN}`)
    // An entry of the portal to go back to.
    await browser.run(opensCalendar)
    await browser.sees('the calendar does not open', `location.pathname === '/dashboard/calendar'`)
    if (how) line.break(how)
    await browser.run(pressesLogOut)
    if (how) {
      await browser.sees('the portal stays', `document.querySelector('h1')?.textContent === 'Logout failed'`)
      line.mend()
      await browser.run(pressesLogOut)
    }
    await browser.sees('the page stays', `location.pathname === '/'`)
    await browser.sees(
      'nothing is told',
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
        faults.push(`WebKit, log-out ${time} on ${how ? `a line that is ${how}` : 'a whole line'}: ${error.message}`)
      })
  return faults
}
