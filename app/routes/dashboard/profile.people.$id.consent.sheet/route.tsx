import { useLoaderData } from '@remix-run/react'
import { requireStudent } from '~/domain/accounts/people.server'
import { SHEET_TEXT, USE_EXPLANATIONS, useNames } from '~/domain/consent/consents'
import { createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { useSymbols } from '~/routes/parts/consent/consent-question'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Icon } from '~/ui/icon'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import { Logo } from '~/ui/site/logo'
import { photoUses } from '~db/choices'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Photos of you, to print',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => requireStudent(db, tutor, id),
  ({ id, name }) => ({ id, name }),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'

/** The Easy Read sheet for one student, in A4. */
export default function ConsentSheet() {
  const { id, name } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.consent(id)}>Back to photo permissions</BackLink>
      <PrintButton />
      <article
        aria-labelledby="sheet"
        className="easy-read print-alone print-black long-words mt-6 max-w-3xl space-y-3 rounded border border-line bg-white p-6 text-lead"
      >
        <p className="flex items-center gap-3 text-small font-bold">
          <Logo className="h-12 w-12 shrink-0" maxWidthClass="max-w-40" />
          {shortName}
        </p>
        <h2 id="sheet">Photos of you</h2>
        <p>
          <strong>{name}</strong>
        </p>
        <Lines lines={SHEET_TEXT.before} />
        <ul className="divide-y divide-line border-y border-line">
          {photoUses.map((use) => (
            <li key={use} className="flex flex-wrap items-center gap-4 py-1">
              <Icon name={useSymbols[use]} className="h-12 w-12 shrink-0" />
              <div className="min-w-0 flex-1 basis-40">
                <h3>{useNames[use].label}</h3>
                <p>{USE_EXPLANATIONS[use]}</p>
              </div>
              <p className="shrink-0 font-bold">
                ☐ Yes
                <br />☐ No
              </p>
            </li>
          ))}
        </ul>
        <Lines lines={SHEET_TEXT.after} />
        <div className="grid gap-x-6 sm:grid-cols-2">
          {['My name', 'My sign', 'Who helped me', 'Day'].map((label) => (
            <p key={label} className="flex gap-2 pt-4">
              {label}: <span className="flex-1 border-b border-ink" />
            </p>
          ))}
        </div>
      </article>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="space-y-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
