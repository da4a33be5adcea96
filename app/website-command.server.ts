import { dirname, resolve } from 'node:path'
import type { TransferVerb } from '~/backups/carry-website.server'
import { describeError, type ReportProgress, reportOnStandardError } from '~/backups/entries'
import { readSettings, type Settings } from '~/settings.server'
import { runOnServer, ServerEnded } from './operator/ask-server.server'
import { requireUsableFolder } from './processes/folder.mjs'

const usage = `Usage:
  npm run website -- export FILE
  npm run website -- import FILE
FILE contains the text and pictures of all public pages and the centre's details. An import replaces them; the old text
remains in each page's earlier versions.`

/**
 * The operator's `npm run website`; app/processes/command.mjs finds it by its name. Returns the lines to print; throws an Error with a message
 * for the operator.
 */
export async function websiteCommand(args: string[], progress = reportOnStandardError): Promise<string> {
  const [verb, filePath, ...more] = args
  if (args.includes('--help')) return usage
  if (!filePath || more.length > 0 || (verb !== 'export' && verb !== 'import')) throw new Error(usage)
  const settings = readSettings(process.env, { serves: false })
  const { dataDir } = settings
  requireUsableFolder(dataDir)
  // The server may have another working directory.
  const file = resolve(filePath)
  const path = verb === 'export' ? dirname(file) : file
  try {
    const output = await runOnServer(dataDir, 'website', { words: [verb, file], path, progress })
    return output ?? (await transferWithoutServer(verb, file, settings, progress))
  } catch (error) {
    if (error instanceof ServerEnded) throw error
    throw new Error(
      `${verb === 'export' ? 'The export failed.' : 'Nothing was imported or changed.'} ${describeError(error)}`,
    )
  }
}

/** Exports or imports in this process, when no server is running. */
async function transferWithoutServer(
  verb: TransferVerb,
  file: string,
  settings: Settings,
  progress: ReportProgress,
): Promise<string> {
  const { prepareDatabase } = await import('./backups/ready-database.server')
  const { transferWebsite } = await import('./backups/carry-website.server')
  const db = await prepareDatabase(settings)
  try {
    return await transferWebsite(verb, file, { db, dataDir: settings.dataDir, progress })
  } finally {
    await db.destroy()
  }
}
