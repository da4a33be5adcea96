import { dirname, resolve } from 'node:path'
import type { CarryVerb } from '~/backups/carry-website.server'
import { inWords, onStandardError, type Progress } from '~/backups/entries'
import { readSettings, type Settings } from '~/settings.server'
import { usableFolder } from '../scripts/folder.mjs'
import { askServer, ServerEnded } from './operator/ask-server.server'

const usage = `Usage:
  npm run website -- export FILE
  npm run website -- import FILE
FILE holds the words and pictures of all public pages and the centre's details. An import replaces them; what the pages said before
stays among their versions.`

/** The operator's `npm run website`. Returns the lines to print; throws an Error whose message says what was wrong. */
export async function websiteCommand(args: string[], progress = onStandardError): Promise<string> {
  const [verb, given, ...more] = args
  if (args.includes('--help')) return usage
  if (!given || more.length > 0 || (verb !== 'export' && verb !== 'import')) throw new Error(usage)
  const settings = readSettings(process.env, { serves: false })
  const { dataDir } = settings
  usableFolder(dataDir)
  // A server may have another current folder.
  const file = resolve(given)
  const path = verb === 'export' ? dirname(file) : file
  try {
    const done = await askServer(dataDir, 'website', { words: [verb, file], path, progress })
    return done ?? (await carryHere(verb, file, settings, progress))
  } catch (error) {
    if (error instanceof ServerEnded) throw error
    throw new Error(
      `${verb === 'export' ? 'The export failed.' : 'Nothing was imported or changed.'} ${inWords(error)}`,
    )
  }
}

/** Does the work without a server. */
async function carryHere(verb: CarryVerb, file: string, settings: Settings, progress: Progress): Promise<string> {
  const { readyDatabase } = await import('./backups/ready-database.server')
  const { carryWebsite } = await import('./backups/carry-website.server')
  const db = await readyDatabase(settings)
  try {
    return await carryWebsite(verb, file, { db, dataDir: settings.dataDir, progress })
  } finally {
    await db.destroy()
  }
}
