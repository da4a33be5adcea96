import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readSettings } from '~/settings.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import { addAccount, closeAccount, setPassword } from './accounts.server'
import { AccountRefused } from './refused'
import { newAccount } from './schema'

const usage = `Usage:
  npm run user -- add USERNAME --role student|tutor --first FIRST --last LAST
  npm run user -- password USERNAME
  npm run user -- close USERNAME
The new password is asked for, or read from standard input.`

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdin.isTTY ? process.stderr : undefined })
  const password = await lines.question(process.stdin.isTTY ? 'New password (at least 8 characters): ' : '')
  lines.close()
  return password
}

/** The operator's `npm run user`. Gives the line to print; throws an Error whose message says what was wrong. */
export async function userCommand(words: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { role: { type: 'string' }, first: { type: 'string' }, last: { type: 'string' } },
  })
  const [verb, username] = positionals
  if (!username || !['add', 'password', 'close'].includes(verb ?? '')) throw new Error(usage)

  const db = openDatabase(join(readSettings(process.env).dataDir, 'riverbank.sqlite'))
  try {
    await migrate(db)
    if (verb === 'close') {
      await closeAccount(db, username)
      return `The account ${username} is closed.`
    }
    const password = await askPassword()
    if (verb === 'password') {
      newAccount.shape.password.parse(password)
      await setPassword(db, username, password)
      return `${username} has a new password; earlier sessions have ended.`
    }
    const account = newAccount.parse({
      username,
      password,
      role: values.role,
      firstName: values.first,
      lastName: values.last,
    })
    await addAccount(db, account)
    return `Added the ${account.role} ${account.username}.`
  } catch (error) {
    if (error instanceof AccountRefused) throw error
    throw new Error(
      error instanceof Error && 'issues' in error
        ? (error.issues as { message: string }[]).map(({ message }) => message).join('\n')
        : String(error),
    )
  } finally {
    await db.destroy()
  }
}
