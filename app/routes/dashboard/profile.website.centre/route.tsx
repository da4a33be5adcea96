import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { themeNames, themes } from '~/content/themes'
import { changeCentre, describeCentre, findCentre, hasOwnCentreDetails } from '~/domain/centre/centre.server'
import { type CentreDetails, centreEdit } from '~/domain/centre/schema'
import { toChange } from '~/domain/change.server'
import type { FormResult } from '~/http/forms/form.server'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { TAGLINE } from '~/settings.centre'
import { Card } from '~/ui/card'
import { ChoiceField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'
import { BackLink } from '~/ui/portal/back-link'

const loadRules = () => import('~/domain/centre/schema').then(({ centreDetails }) => centreDetails)

function FormPart({ heading, isFirst, children }: { heading: string; isFirst?: boolean; children: ReactNode }) {
  return (
    <div className={isFirst ? 'space-y-6' : 'space-y-6 border-t border-line pt-6'}>
      <h3>{heading}</h3>
      {children}
    </div>
  )
}

const themeOptions = themeNames.map((name) => ({
  value: name,
  label: themes[name].label,
  sample: (
    <span
      data-theme={name}
      aria-hidden="true"
      className="mr-3 inline-flex overflow-hidden rounded-sm border border-stone align-middle"
    >
      <span className="h-6 w-8 bg-river" />
      <span className="h-6 w-4 bg-tide" />
    </span>
  ),
}))

function CentreForm({ centre, answer }: { centre: CentreDetails & { version: number }; answer?: FormResult }) {
  const [form, fields] = useSiteForm<CentreDetails & { version: number }>({
    id: 'centre',
    result: answer?.result,
    defaultValue: centre,
    rules: loadRules,
  })
  const {
    name,
    shortName,
    tagline,
    learningCentre,
    phone,
    email,
    address,
    openingHours,
    chy,
    rcn,
    cro,
    social,
    theme,
  } = fields
  return (
    <Card isSnug className="mt-6 max-w-4xl">
      <RecordForm
        form={form}
        version={fields.version}
        answer={answer}
        failure="Failed to save the details"
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={paths.dashboard.profile.website.list}
        className="flex flex-col gap-8"
      >
        <FormPart heading="Names" isFirst>
          <TextField
            field={name}
            required
            label="Name"
            hint="The full name. It appears in emails and at the bottom of each page."
          />
          <TextField
            field={shortName}
            required
            label="Short name"
            hint="The name people use. It appears next to the logo and in the text."
          />
          <TextField
            field={tagline}
            label="Tagline"
            hint={`It appears under the short name on every page. If you leave it empty, it says ‘${TAGLINE}’.`}
          />
          <TextField
            field={learningCentre}
            label="Learning centre"
            hint={`It appears on tutors’ profiles.${centre.learningCentre ? '' : ` If you leave it empty, it says ‘${centre.shortName} Centre Dublin’.`}`}
          />
        </FormPart>
        <FormPart heading="How to reach us">
          <TextField field={phone} required label="Telephone" type="tel" hint="It appears as you type it here." />
          <TextField
            field={email}
            required
            label="Email"
            type="email"
            hint="It appears on every page. Enquiries go there too, unless the person who looks after the website chose another address."
          />
          <TextArea
            field={address}
            required
            label="Address"
            rows={3}
            hint="Put a comma after each part. Add the county and the Eircode."
          />
        </FormPart>
        <FormPart heading="Opening hours">
          <TextArea
            field={openingHours}
            required
            label="Days and hours"
            rows={4}
            hint="One per line, at most seven lines."
          />
        </FormPart>
        <FormPart heading="The charity">
          <TextField field={chy} label="Charity number (CHY)" hint="Just the number, from Revenue." />
          <TextField field={rcn} label="Registered charity number (RCN)" hint="From the Charities Regulator." />
          <TextField field={cro} label="Company number (CRO)" />
        </FormPart>
        <FormPart heading="Social media">
          <TextArea
            field={social}
            label="Web addresses"
            rows={4}
            hint="One per line, at most four. For example: https://www.facebook.com/your-centre"
          />
        </FormPart>
        <FormPart heading="Colours">
          <ChoiceField field={theme} label="The colours of the website" options={themeOptions} />
        </FormPart>
      </RecordForm>
    </Card>
  )
}

export const handle = defineScreen({ access: 'tutor', bundle: 'website', body: 'text', title: 'The centre’s details' })

export const loader = createPageLoader(async ({ db, settings }) => ({
  centre: await findCentre(db, settings.centre),
  isOwn: await hasOwnCentreDetails(db),
}))
export const action = createFormAction(
  centreEdit,
  async (details, { db, settings, tutor }) => {
    await changeCentre(db, settings.centre, tutor, toChange(details))
    return {
      to: paths.dashboard.profile.website.list,
      title: 'Details updated',
      text: 'The website and emails now use the new details.',
    }
  },
  { descriptions: describeCentre },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CentreDetailsPage() {
  const { centre, isOwn } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.list}>Back to Website</BackLink>
      <h2>The centre’s details</h2>
      <p className="prose mt-2">
        People see these at the top and the bottom of every page, on Contact Us and in emails.
      </p>
      {!isOwn && (
        <p className="mt-4 max-w-measure border-l-4 border-sun pl-4">
          Some of these are examples. Replace them with your own, then press Save.
        </p>
      )}
      <CentreForm centre={centre} answer={useActionData<typeof action>()} />
    </>
  )
}
