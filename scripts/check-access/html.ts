import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startRiverbank } from '../../app/test/running'
import { servedPages } from '../../app/test/served'
import type { Pace } from '../check-security/pace'
import { hasCommand } from './debian'

/**
 * The Nu HTML checker, fetched when it is wanted: it is 31 MB for one check, and on older npm its installation downloads a Java
 * runtime along with it, which nobody who starts Riverbank needs.
 */
const CHECKER = 'vnu-jar@26.9.27'
const FOLDER = '.cache/vnu'

/**
 * React writes `<br/>`, and always quotes attributes, so that the slash harms nothing. A section without a heading is what a tutor
 * wrote (ui/rich-text.tsx), or is named by a line that would break the order of the headings.
 */
const harmless = '(Trailing slash on void elements|Section lacks heading).*'

interface Message {
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning'
  url: string
  lastLine?: number
  message: string
  extract?: string
}

function theChecker(): string {
  const jar = join(FOLDER, 'node_modules/vnu-jar/build/dist/vnu.jar')
  if (!existsSync(jar))
    execFileSync('npm', [
      'install',
      '--prefix',
      FOLDER,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      CHECKER,
    ])
  return jar
}

/** Every page, each person's and each refused form's, is valid HTML by the Nu checker, without a warning. Skipped where there is no Java. */
export async function htmlFaults(_pace: Pace): Promise<string[]> {
  if (!hasCommand('java', 'default-jre-headless')) {
    console.log('HTML: skipped, there is no Java here and it can’t be installed')
    return []
  }
  const jar = theChecker()
  const riverbank = await startRiverbank()
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-html-'))
  try {
    const pages = await servedPages(riverbank)
    const files = pages.map(({ html }, place) => {
      const file = join(folder, `${place}.html`)
      writeFileSync(file, html)
      return file
    })
    const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--filterpattern', harmless]
    const output = execFileSync('java', ['-jar', jar, ...options, ...files], {
      maxBuffer: 64 * 1024 * 1024,
    })
    const { messages } = JSON.parse(String(output)) as { messages: Message[] }
    const places = new Map<string, string[]>()
    for (const { type, subType, url, message, extract = '' } of messages) {
      const what = `${subType ?? type}: ${message} ${extract.replace(/\s+/g, ' ').slice(0, 160)}`
      const where = pages[Number(basename(url, '.html'))]?.name ?? url
      places.set(what, [...(places.get(what) ?? []), where])
    }
    console.log(`HTML: ${pages.length} pages, ${messages.length} messages of ${CHECKER}`)
    return [...places].map(([what, where]) => `${what} (${where.length} times, such as ${where[0]})`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await riverbank.stop()
  }
}
