import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { password, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import type { Pace } from '../check-security/pace'
import { hasCommand } from './debian'
import { TextBrowser } from './text-browser'

const TITLE = 'News from the choir'
const WORDS = 'The choir sang.\nEverybody came.\n'

/** A tutor's main job in w3m: log in, upload a document, write a newsletter and send it, log out. */
async function workIn(browser: TextBrowser, { rows }: RunningRiverbank, document: string): Promise<void> {
  await browser.sees('Remember me')
  await browser.fillIn('^Username', 'demo.tutor')
  await browser.fillIn('^Password', password)
  await browser.follow('^Log In$')
  await browser.sees('Welcome, Aoife')

  await browser.fillIn('^Document Title', 'Bus times')
  await browser.fillIn('^You can choose several', document)
  await browser.follow('^Upload Document$')
  await browser.sees('Your file has been uploaded successfully.')

  await browser.follow('Newsletter$')
  await browser.sees('Newsletter Management')
  await browser.follow('Create Newsletter$')
  await browser.sees('Tips for a good newsletter')
  await browser.fillIn('^Newsletter Title', TITLE)
  await browser.write('^Newsletter Content', WORDS)
  await browser.follow('^Create Newsletter Cancel')
  await browser.sees('Your newsletter has been created successfully.')

  if (!browser.screen().includes('Send to All Subscribers')) await browser.follow(`View ${TITLE}`)
  await browser.sees('Send to All Subscribers')
  await browser.follow('Send to All Subscribers')
  await browser.sees('Who gets it?')
  await browser.follow('^Send Newsletter')
  await browser.sees('The newsletter status has been updated successfully.')

  await browser.follow('^Log Out$')
  await browser.sees('You have been successfully logged out.')
  if (Number(rows('select count(*) as n from sessions where endedAt is null')[0]?.n) > 0)
    throw new Error('A session goes on')
}

/** What the database and the outbox lack after that. */
async function missingAfter(
  { rows, dataDir }: RunningRiverbank,
  document: Buffer,
  patience: number,
): Promise<string[]> {
  const faults: string[] = []
  const [file] = rows("select storageKey, size from files where title = 'Bus times'")
  if (!file) faults.push('the document is not in the database')
  else if (!readFileSync(join(dataDir, 'uploads', String(file.storageKey))).equals(document))
    faults.push('the document is not the one that was sent')
  const [newsletter] = rows('select id, status, content from newsletters where title = ?', TITLE)
  if (newsletter?.status !== 'sent') faults.push(`the newsletter is ${newsletter?.status ?? 'not there'}`)
  if (String(newsletter?.content).replaceAll('\r', '').trim() !== WORDS.trim())
    faults.push(`the newsletter says ${JSON.stringify(newsletter?.content)}`)
  const readers = rows('select email from subscribers where active = 1').map(({ email }) => String(email))
  const end = Date.now() + patience
  const left = () =>
    rows(
      "select count(*) as n from deliveries where state = 'sent' and kind = 'newsletter' and newsletterId = ?",
      newsletter?.id,
    )[0]?.n
  while (Number(left()) < readers.length && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100))
  const outbox = join(dataDir, 'outbox')
  const names = existsSync(outbox) ? readdirSync(outbox) : []
  const mails = names.map((name) => readFileSync(join(outbox, name), 'utf8'))
  for (const email of readers) {
    const own = mails.filter((mail) => mail.includes(`To: `) && mail.includes(email) && mail.includes(TITLE))
    if (own.length !== 1) faults.push(`${email} has ${own.length} mails`)
  }
  return faults
}

/** The whole main job is done in w3m; the database and the outbox show that it was. Skipped where w3m or tmux can't be installed. */
export async function smallBrowserFaults({ leniency }: Pace): Promise<string[]> {
  for (const command of ['w3m', 'tmux'])
    if (!hasCommand(command, command)) {
      console.log(`Small browsers: skipped, there is no ${command} here and it can’t be installed`)
      return []
    }
  const riverbank = await startRiverbank({ NEWSLETTER_HOLD_SECONDS: '0', NEWSLETTER_RATE_PER_MINUTE: '600' })
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-w3m-'))
  const document = join(folder, 'bus.pdf')
  writeFileSync(document, pdf())
  const browser = new TextBrowser(folder, `${riverbank.url}/portal`)
  try {
    await workIn(browser, riverbank, document)
    return await missingAfter(riverbank, pdf(), 10_000 * leniency)
  } catch (error) {
    return [`w3m: ${(error as Error).message}`]
  } finally {
    browser.close()
    rmSync(folder, { recursive: true, force: true })
    await riverbank.stop()
  }
}
