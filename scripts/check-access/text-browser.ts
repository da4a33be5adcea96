import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long w3m may take for one step, in milliseconds. */
const PATIENCE = 20_000
const PROMPT = /^(TEXT|Password|Filename|\(Upload\)Filename)\s*:/

/** w3m in a terminal high enough for a whole page, worked by its keys as a person works it. */
export class TextBrowser {
  private readonly socket = `riverbank-${process.pid}`
  private readonly words: string

  constructor(folder: string, url: string) {
    const home = join(folder, 'home')
    mkdirSync(home, { recursive: true })
    this.words = join(home, 'words.txt')
    writeFileSync(join(home, 'write'), `#!/bin/sh\ncp ${this.words} "$1"\n`, { mode: 0o755 })
    // With show_srch_str, w3m waits ten seconds for a key after each search.
    const w3m = `w3m -cookie -o wrap_search=1 -o show_srch_str=0 -o confirm_qq=0 -o accept_cookie=1 ${url}`
    const command = `env HOME=${home} EDITOR=${join(home, 'write')} TERM=screen LANG=C.UTF-8 ${w3m}`
    this.tmux('new-session', '-d', '-x', '110', '-y', '220', command)
  }

  private tmux(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('tmux', ['-L', this.socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr}`)
    return stdout
  }

  private type(text: string) {
    this.tmux('send-keys', '-l', text)
  }

  private press(...keys: string[]) {
    this.tmux('send-keys', ...keys)
  }

  /** What the terminal shows. */
  screen(): string {
    return this.tmux('capture-pane', '-p')
  }

  private async until(what: string, holds: () => boolean): Promise<void> {
    const end = Date.now() + PATIENCE
    while (!holds()) {
      if (Date.now() > end)
        throw new Error(
          `w3m does not show ${what}, but, the cursor at '${this.cursorsRow()}':\n${this.screen().trimEnd()}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Waits for words on the page. */
  async sees(words: string): Promise<void> {
    await this.until(`“${words}”`, () => this.screen().includes(words))
  }

  /** Puts the cursor at the next place after it where w3m's search finds `pattern`, from the top again after the end. */
  private async find(pattern: string): Promise<void> {
    this.type('/')
    await this.until('its search', () => /^Forward:/.test(this.lastLine()))
    this.type(pattern)
    this.press('Enter')
    await this.until(
      `the cursor at ${pattern}`,
      () => !/^Forward:/.test(this.lastLine()) && this.cursorsRow().search(new RegExp(pattern)) >= 0,
    )
  }

  private lastLine(): string {
    return this.screen().trimEnd().split('\n').at(-1) ?? ''
  }

  private cursorsRow(): string {
    const row = Number(this.tmux('display-message', '-p', '#{cursor_y}'))
    return this.screen().split('\n')[row] ?? ''
  }

  /** Follows the next link, or presses the next button, whose words match. */
  async follow(pattern: string): Promise<void> {
    await this.find(pattern)
    this.press('Enter')
  }

  /** Fills in the field that comes after `label`. */
  async fillIn(label: string, text: string): Promise<void> {
    await this.find(label)
    this.press('Tab', 'Enter')
    await this.until(`a prompt for ${label}`, () => PROMPT.test(this.lastLine()))
    this.type(text)
    this.press('Enter')
    await this.until('the page again', () => !PROMPT.test(this.lastLine()))
  }

  /** Writes a long text into the field that comes after `label`, with an editor. */
  async write(label: string, text: string): Promise<void> {
    writeFileSync(this.words, text)
    await this.find(label)
    this.press('Tab', 'Enter')
    await this.sees(text.split('\n')[0]!.slice(0, 15))
  }

  close() {
    spawnSync('tmux', ['-L', this.socket, 'kill-server'])
  }
}
