import type { ComponentProps } from 'react'
import type { RequiredProof } from '~/auth/second-step.server'
import type { PersonRecord } from '~/domain/accounts/people.server'
import type { OwnProof, PersonName, ReturnToCentre, StudentDays } from '~/domain/accounts/schema'
import { getUsualReturn, parseEarlierDays } from '~/domain/accounts/student-days'
import { formatDate } from '~/domain/events/days'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { DateField } from '~/ui/forms/date-field'
import { PasswordField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { SectionCard } from '~/ui/section-card'

/** Use the person's version as the key, so that the next save is based on that version. */
export function NameForm({ person, answer }: { person: PersonRecord; answer?: FormResult }) {
  const { result, conflict } = answer?.form === 'rename' ? answer : {}
  const { firstName, lastName, version } = person
  const [form, fields] = useSiteForm<PersonName & { version: number }>({
    id: 'rename',
    intent: 'rename',
    result,
    defaultValue: { firstName, lastName, version },
  })
  return (
    <SectionCard id="rename-heading" title="Name" isSnug>
      <ValidatedForm form={form} intent="rename" failure="Failed to change name" className="mt-4 space-y-6">
        <VersionField field={fields.version} conflict={conflict} />
        <TextField field={fields.firstName} required label="First name" autoComplete="off" />
        <TextField field={fields.lastName} label="Last name" autoComplete="off" />
        <div className="flex flex-wrap gap-4">
          <SaveButton conflict={conflict} variant="secondary" submitLabel="Save name" pendingLabel="Saving..." />
          {conflict && (
            // A full page load, which shows the current name.
            <ButtonAnchor href={paths.dashboard.profile.people.one(person.id)} variant="secondary">
              Cancel
            </ButtonAnchor>
          )}
        </div>
      </ValidatedForm>
    </SectionCard>
  )
}

/** A student's first and last day. Use the person's version as the key, as for NameForm. */
export function DaysForm({ person, answer }: { person: PersonRecord; answer?: FormResult }) {
  const { result, conflict } = answer?.form === 'days' ? answer : {}
  const { firstDay, lastDay, version } = person
  const [form, fields] = useSiteForm<StudentDays & { version: number }>({
    id: 'days',
    intent: 'days',
    result,
    defaultValue: { firstDay: firstDay ?? '', lastDay: lastDay ?? '', version },
  })
  return (
    <SectionCard id="days-heading" title="Days at the centre" isSnug>
      <ValidatedForm form={form} intent="days" failure="Failed to change the days" className="mt-4 space-y-6">
        <VersionField field={fields.version} conflict={conflict} />
        <DateField field={fields.firstDay} label="First day" hint="The register counts from this day on." />
        <DateField field={fields.lastDay} label="Last day" hint="Empty while they are with us." />
        {parseEarlierDays(person).map((time) => (
          <p key={time.lastDay}>
            Was here before{time.firstDay && ` from ${formatDate(time.firstDay)}`} until{' '}
            {formatDate(time.lastDay ?? '')}. Those days still count, the days between do not.
          </p>
        ))}
        <SaveButton conflict={conflict} variant="secondary" submitLabel="Save days" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}

export function ReturnForm({ person, today, answer }: { person: PersonRecord; today: string; answer?: FormResult }) {
  const [form, fields] = useSiteForm<ReturnToCentre>({
    id: 'reopen',
    intent: 'reopen',
    result: answer?.form === 'reopen' ? answer.result : undefined,
    defaultValue: { firstDay: getUsualReturn(person, today) },
  })
  const until = person.lastDay ? ` until ${formatDate(person.lastDay)}` : ''
  return (
    <SectionCard id="reopen-heading" title="Coming back" isSnug>
      <p className="mt-2">{person.firstName} logs in with the same password as before.</p>
      <ValidatedForm form={form} intent="reopen" failure="Failed to open the account" className="mt-4 space-y-6">
        <DateField
          field={fields.firstDay}
          label="First day back"
          hint={`Registers count from this day on. The days${until} stay, the days between do not count.`}
        />
        <SubmitButton variant="secondary" submitLabel="Open account again" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}

/** Sets another person's password. For a tutor it also asks for the sender's own password. */
export function OtherPasswordForm({
  username,
  answer,
  proof,
}: {
  username: string
  answer?: FormResult
  proof: RequiredProof | null
}) {
  const [form, fields] = useSiteForm<{ password: string } & OwnProof>({
    id: 'password',
    intent: 'password',
    result: answer?.form === 'password' ? answer.result : undefined,
  })
  return (
    <SectionCard id="password-heading" title="New password" isSnug>
      <ValidatedForm form={form} intent="password" failure="Failed to set password" className="mt-4 space-y-6">
        {/* Stops a password manager from replacing the tutor's own password. */}
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <PasswordField
          field={fields.password}
          required
          label="New password"
          hint="At least 8 characters. Setting it logs this person out everywhere."
          autoComplete="new-password"
        />
        {proof && (
          <>
            <p>This person is a tutor. We will tell them about this change. Please confirm your identity.</p>
            <OwnProofFields fields={fields} request={proof} />
          </>
        )}
        <SubmitButton variant="secondary" submitLabel="Set password" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}

export function LinkCard({
  id,
  title,
  text,
  variant = 'secondary',
  ...link
}: Pick<ComponentProps<typeof ButtonLink>, 'to' | 'variant' | 'children'> & Record<'id' | 'title' | 'text', string>) {
  return (
    <SectionCard id={id} title={title} isSnug>
      <p className="mt-2">{text}</p>
      <ButtonLink variant={variant} className="mt-4" {...link} />
    </SectionCard>
  )
}

export function SessionsForm({ openSessions }: { openSessions: number }) {
  const devices = openSessions === 1 ? 'one phone or computer' : `${openSessions} phones or computers`
  return (
    <SectionCard id="sessions-heading" title="Log-ins" isSnug>
      <p className="mt-2">{openSessions === 0 ? 'Not logged in anywhere.' : `Logged in on ${devices}.`}</p>
      {openSessions > 0 && (
        <PostForm intent="end-sessions" failure="Failed to log this person out" isTyped={false} className="mt-4">
          <SubmitButton variant="secondary" submitLabel="Log out everywhere" pendingLabel="Logging out..." />
        </PostForm>
      )}
    </SectionCard>
  )
}

export function AccountActions({ person }: { person: PersonRecord }) {
  return (
    <SectionCard id="account-heading" title="Account and data" isSnug>
      <p className="mt-2">
        A closed account can’t log in. Its files stay. Erasing removes the person and all their data.
        {person.closedAt &&
          person.role === 'tutor' &&
          ' Only the person who looks after your server can open a tutor’s account again.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonAnchor href={paths.dashboard.profile.people.export(person.id)} variant="secondary">
          Export all data
        </ButtonAnchor>
        {!person.closedAt && (
          <ButtonLink to={paths.dashboard.profile.people.close(person.id)} variant="danger">
            Close account
          </ButtonLink>
        )}
        <ButtonLink to={paths.dashboard.profile.people.erase(person.id)} variant="danger">
          Erase
        </ButtonLink>
      </div>
    </SectionCard>
  )
}
