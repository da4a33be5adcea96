import { getFormProps } from '@conform-to/react'
import type { FirstStart } from '~/domain/centre/schema'
import type { FormAnswer } from '~/http/forms/form.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PasswordField, TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

/** The form of the first start. It is not kept by a ticket, since its answer logs somebody in; and it is sent as a document, since every page has another name after it. */
export function FirstStartForm({ answer }: { answer?: FormAnswer }) {
  const [form, fields] = useRiverbankForm<FirstStart>({ id: 'set-up', result: answer?.result })
  const sending = useSubmitting()
  const { name, shortName, phone, email, address, firstName, lastName, username, password } = fields
  return (
    <Card className="max-w-2xl">
      <PostForm
        failure="Failed to set up the website"
        once={false}
        reloadDocument
        className="space-y-8"
        {...getFormProps(form)}
      >
        <ErrorSummary
          form={form}
          fields={[name, shortName, phone, email, address, firstName, lastName, username, password]}
        />
        <div className="space-y-6">
          <h2>Your centre</h2>
          <TextField field={name} required label="Name of the centre" hint="In full." autoComplete="organization" />
          <TextField
            field={shortName}
            required
            label="Short name"
            hint="As people say it: beside the logo and in texts."
          />
          <TextField
            field={phone}
            required
            label="Telephone"
            type="tel"
            hint="As people should read it."
            autoComplete="tel"
          />
          <TextField
            field={email}
            required
            label="Email"
            type="email"
            hint="The office’s. It is on every page."
            autoComplete="email"
          />
          <TextArea field={address} required label="Address" rows={3} hint="A comma or a new line after each part." />
        </div>
        <div className="space-y-6 border-t border-line pt-8">
          <h2>You, the first tutor</h2>
          <p>Tutors change the website and add other people. You can add more tutors later.</p>
          <TextField field={firstName} required label="First name" autoComplete="given-name" />
          <TextField field={lastName} required label="Last name" autoComplete="family-name" />
          <TextField
            field={username}
            required
            label="Username"
            hint="Letters, numbers, dots and dashes. For example daniel.o"
            autoComplete="username"
          />
          <PasswordField
            field={password}
            required
            label="Password"
            hint="At least 8 characters. Three short words are easy to remember."
            autoComplete="new-password"
          />
        </div>
        <Button busy={sending}>{sending ? 'Setting up...' : 'Set up the website'}</Button>
      </PostForm>
    </Card>
  )
}
