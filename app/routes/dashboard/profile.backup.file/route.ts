import { open } from 'node:fs/promises'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { getSession, getTutor } from '~/auth/identity.server'
import { openWebsite } from '~/backups/carry-website.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { Refused } from '~/domain/refused'
import { createFileResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { consumeDownloadGrant, type DownloadKind } from '~/routes/parts/backup/grants.server'
import { defineScreen } from '~/screen'
import { formatDateTime } from '~/ui/dates'

export const handle = defineScreen({ access: 'tutor', bundle: 'records' })

/** Sends the newest backup or only the website, once, to the session whose tutor has just confirmed their identity. */
export const loader = createPageLoader(async (args) => {
  // A HEAD request must not use up the grant.
  const kind = args.request.method === 'GET' ? consumeDownloadGrant(getSession(args).id) : undefined
  if (!kind) return redirect(paths.dashboard.profile.backup.index, { status: 303 })
  const { handle, day } = await openDownload[kind](args)
  const name = kind === 'website' ? 'website' : 'backup'
  return createFileResponse(args.request, {
    handle,
    fileType: 'application/zip',
    fileName: `riverbank-${name}-${day}.zip`,
  })
})

export const action = allowMethods('GET')

const openDownload: Record<
  DownloadKind,
  (args: LoaderFunctionArgs) => Promise<{ handle: Awaited<ReturnType<typeof open>>; day: string }>
> = {
  download: async (args) => {
    const { db, network, securityLog, backupStatus } = args.context
    const tutor = getTutor(args)
    const newest = await backupStatus.byHand?.newest()
    if (!newest) throw new Refused('conflict', 'There is no backup to download yet.')
    const handle = await open(newest.path)
    await createActivityLogger('backup')(db, tutor, 'exported', { id: 0, title: formatDateTime(newest.at) })
    securityLog.record('backup downloaded', { network, userId: tutor.id }, 'warn')
    return { handle, day: newest.at.slice(0, 10) }
  },
  website: async (args) => {
    const { db, uploads } = args.context
    const handle = await openWebsite(db, uploads)
    await createActivityLogger('website')(db, getTutor(args), 'exported', { id: 0, title: '' })
    return { handle, day: new Date().toISOString().slice(0, 10) }
  },
}
