import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { formatDate } from '~/domain/events/days'
import { readSettings } from '~/settings.server'
import { prepareDatabase } from './backups/ready-database.server'
import { operator } from './domain/accounts/account'
import {
  closeAccount,
  reopenAccount,
  setPassword,
  turnOffSecondStepByOperator,
} from './domain/accounts/accounts.server'
import { addPerson } from './domain/accounts/people.server'
import { newAccount, returnToCentre } from './domain/accounts/schema'
import { loadCentre } from './domain/centre/live.server'
import { requireUsableFolder } from './processes/folder.mjs'

const usage = `Usage:
  npm run user -- add USERNAME --role student|tutor --first FIRST [--last LAST]
  npm run user -- password USERNAME
  npm run user -- close USERNAME
  npm run user -- reopen USERNAME [--first-day 2026-09-01]
  npm run user -- second-step-off USERNAME
It asks for the new password, or reads it from standard input.`

type Terminal = Pick<typeof process, 'stdin' | 'stderr'>

/** Reads the first line of standard input. At a terminal it prompts, and does not echo the input. */
async function readPassword({ stdin, stderr }: Terminal): Promise<string> {
  // Without an output, readline turns off the terminal's echo and writes nothing.
  const lines = createInterface({ input: stdin, terminal: stdin.isTTY })
  if (stdin.isTTY) stderr.write('New password (at least 8 characters): ')
  const password = await new Promise<string | null>((answer) =>
    lines.once('line', answer).once('close', () => answer(null)),
  )
  lines.close()
  if (stdin.isTTY) stderr.write('\n')
  if (password === null) throw new Error('No password was given.')
  return password
}

/**
 * The operator's `npm run user`; app/processes/command.mjs finds it by its name. Returns the line to print; throws an Error with a message for
 * the operator.
 */
export async function userCommand(args: string[], terminal: Terminal = process): Promise<string> {
  if (args.includes('--help')) return usage
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      'first-day': { type: 'string' },
    },
  })
  const [verb, username] = positionals
  if (!username || !['add', 'password', 'close', 'reopen', 'second-step-off'].includes(verb ?? ''))
    throw new Error(usage)

  const settings = readSettings(process.env, { serves: false })
  const { centre } = settings
  requireUsableFolder(settings.dataDir)
  const db = await prepareDatabase(settings)
  try {
    await loadCentre(db, centre)
    if (verb === 'close') {
      await closeAccount(db, username)
      return `The account ${username} is closed.`
    }
    if (verb === 'reopen') {
      const typed = returnToCentre.parse({ firstDay: values['first-day'] })
      const { role, firstDay } = await reopenAccount(db, username, typed.firstDay)
      const days = role === 'student' && firstDay ? ` Registers count from ${formatDate(firstDay)}.` : ''
      return `The account ${username} is open again, with its old password.${days}`
    }
    if (verb === 'second-step-off') {
      await turnOffSecondStepByOperator(db, username)
      return `${username} now logs in with just a password, and has been logged out everywhere.`
    }
    if (verb === 'password') {
      const password = newAccount.shape.password.parse(await readPassword(terminal))
      await setPassword(db, username, password, centre)
      return `${username} has a new password, and has been logged out everywhere.`
    }
    const person = newAccount
      .omit({ password: true })
      .parse({ username, role: values.role, firstName: values.first, lastName: values.last })
    const password = newAccount.shape.password.parse(await readPassword(terminal))
    await addPerson(db, operator, { ...person, password }, centre)
    return `Added the ${person.role} ${person.username}.`
  } catch (error) {
    if (error instanceof ZodError) throw new Error(error.issues.map(({ message }) => message).join('\n'))
    throw error
  } finally {
    await db.destroy()
  }
}
