import { useLoaderData } from '@remix-run/react'
import { findGuide, findGuideToken } from '~/domain/guides/guides.server'
import { createRecordLoader } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { PrintedSheet } from '~/routes/parts/qr/printed-sheet'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  title: 'Code to print',
  detail: ({ title }) => title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findGuide(db, tutor, id),
  async ({ id, title, isPublic }, { db, tutor, request, settings }) => {
    const token = await findGuideToken(db, tutor, id)
    const path = token ? paths.steps(token) : paths.dashboard.steps.one(id)
    return { id, title, isPublic, qr: createQrCode(`${getOrigin(request, settings)}${path}`) }
  },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'

/** A sheet to put up where the thing is done, for example next to the kettle. */
export default function GuideCode() {
  const { id, title, isPublic, qr } = useLoaderData<typeof loader>()
  const steps = ['Scan me with a phone or tablet.', 'Open the link.', !isPublic && 'Log in if it asks you.']
  return (
    <>
      <BackLink to={paths.dashboard.timetable.steps.one(id)}>Back to the steps</BackLink>
      <h2 className="long-words">Code to print: {title}</h2>
      <p className="prose mt-2">
        {isPublic
          ? 'Anyone who scans it can open the steps. Put it up where people do this.'
          : 'Only students who have these steps can open them. They log in first. Put it up where people do this.'}
      </p>
      <PrintButton />
      <PrintedSheet
        label={`Code of ${title}`}
        purpose="Steps"
        name={title}
        qr={qr}
        opens="the steps"
        steps={steps.flatMap((step) => step || [])}
      >
        I show you how, one step at a time.
      </PrintedSheet>
    </>
  )
}
