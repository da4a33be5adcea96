import type { ReactNode } from 'react'
import { themeNames, themes } from '~/content/themes'
import type { CentreDetails } from '~/domain/centre/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { ChoiceField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'

const rules = () => import('~/domain/centre/schema').then(({ centreDetails }) => centreDetails)

function Part({ heading, isFirst, children }: { heading: string; isFirst?: boolean; children: ReactNode }) {
  return (
    <div className={isFirst ? 'space-y-6' : 'space-y-6 border-t border-line pt-6'}>
      <h3>{heading}</h3>
      {children}
    </div>
  )
}

/** Each with the two that are seen most. */
const colours = themeNames.map((name) => ({
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

/** The form of all of the centre's details. */
export function CentreForm({ centre, answer }: { centre: CentreDetails & { version: number }; answer?: FormResult }) {
  const [form, fields] = useSiteForm<CentreDetails & { version: number }>({
    id: 'centre',
    result: answer?.result,
    defaultValue: centre,
    rules,
  })
  const { name, shortName, learningCentre, phone, email, address, openingHours, chy, rcn, cro, social, theme } = fields
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
        className="space-y-8"
      >
        <Part heading="Names" isFirst>
          <TextField
            field={name}
            required
            label="Name"
            hint="The full name. It is in emails and at the bottom of each page."
          />
          <TextField
            field={shortName}
            required
            label="Short name"
            hint="The name people use. It stands beside the logo and in the texts."
          />
          <TextField
            field={learningCentre}
            label="Learning centre"
            hint={`It is on a tutor’s profile.${centre.learningCentre ? '' : ` If you leave it empty, it says ‘${centre.shortName} Centre Dublin’.`}`}
          />
        </Part>
        <Part heading="How to reach us">
          <TextField field={phone} required label="Telephone" type="tel" hint="People see it as you write it here." />
          <TextField
            field={email}
            required
            label="Email"
            type="email"
            hint="It is on every page. Enquiries go there too, unless whoever looks after the website chose another address."
          />
          <TextArea
            field={address}
            required
            label="Address"
            rows={3}
            hint="Put a comma after each part. Add the county and the Eircode."
          />
        </Part>
        <Part heading="Opening hours">
          <TextArea
            field={openingHours}
            required
            label="Days and hours"
            rows={4}
            hint="One line for each, at most seven."
          />
        </Part>
        <Part heading="The charity">
          <TextField field={chy} label="Charity number (CHY)" hint="The number alone, from Revenue." />
          <TextField field={rcn} label="Registered charity number (RCN)" hint="From the Charities Regulator." />
          <TextField field={cro} label="Company number (CRO)" />
        </Part>
        <Part heading="Social media">
          <TextArea
            field={social}
            label="Web addresses"
            rows={4}
            hint="One line for each, at most four. For example: https://www.facebook.com/your-centre"
          />
        </Part>
        <Part heading="Colours">
          <ChoiceField field={theme} label="The colours of the website" options={colours} />
        </Part>
      </RecordForm>
    </Card>
  )
}
