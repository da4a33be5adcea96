import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { HowToFollow } from '~/routes/parts/calendar/how-to-follow'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { useToast } from '~/ui/dialogs/toast'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'

const ACTION = paths.dashboard.calendar.address

function AddressForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <PostForm
      failure="Failed to change the calendar address"
      isTyped={false}
      action={ACTION}
      navigate={false}
      preventScrollReset
      className={className}
    >
      {children}
    </PostForm>
  )
}

function AddToPhoneForm() {
  return (
    <AddressForm className="mt-4">
      <SubmitButton
        name="intent"
        value="make-address"
        variant="secondary"
        submitLabel="Add to my phone"
        pendingLabel="Please wait..."
      >
        <Icon name="calendar" className="h-6 w-6" />
      </SubmitButton>
    </AddressForm>
  )
}

function CopyableAddress({ address }: { address: string }) {
  const hydrated = useHydrated()
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ kind: 'success', title: 'Copied', text: 'You can paste your calendar address now.' }),
      () => toast({ kind: 'error', title: 'Not copied', text: 'Please select the address and copy it.' }),
    )
  return (
    <div className="mt-4">
      <label htmlFor="calendar-address" className="block font-bold">
        Your calendar address
      </label>
      <p id="calendar-address-hint" className="text-small text-ink-soft">
        This address is just for you. Please keep it private.
      </p>
      <div className="mt-1 flex gap-2">
        <input
          id="calendar-address"
          type="text"
          readOnly
          value={address}
          aria-describedby="calendar-address-hint"
          className="block min-h-control w-full min-w-0 rounded-sm border-2 border-stone bg-sand px-3 py-2 text-body text-ink"
        />
        {hydrated && (
          <Button type="button" variant="secondary" onClick={() => void copy()}>
            Copy
          </Button>
        )}
      </div>
    </div>
  )
}

function CalendarAddress({ address }: { address: string }) {
  const linkClass = 'inline-flex min-h-control items-center gap-2 font-bold'
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-x-8">
        <a href={address.replace(/^https?:/, 'webcal:')} className={linkClass}>
          <Icon name="calendar" className="h-6 w-6 shrink-0" />
          Open in my calendar
        </a>
        <a href={address} className={linkClass}>
          <Icon name="download" className="h-6 w-6 shrink-0" />
          Download the events
        </a>
      </div>
      <CopyableAddress address={address} />
      <HowToFollow address="your calendar address">
        <p>Your tutor can help you with this.</p>
      </HowToFollow>
      <AddressForm className="mt-6 border-t border-line pt-6">
        <p className="max-w-measure">
          Did someone else get your address? Get a new one, and the old one will stop working. Then add the new one to
          your phone.
        </p>
        <div className="mt-4 flex flex-wrap gap-4">
          <SubmitButton
            name="intent"
            value="make-address"
            variant="secondary"
            submitLabel="Get a new address"
            pendingLabel="Please wait..."
          />
          <SubmitButton
            name="intent"
            value="remove-address"
            variant="danger"
            submitLabel="Turn off my address"
            pendingLabel="Turning it off..."
          />
        </div>
      </AddressForm>
    </>
  )
}

/** Lets people subscribe to the events in their phone's calendar. Folded for tutors until they have an address. */
export function PhoneSection({ address, isTutor }: { address: string | null; isTutor: boolean }) {
  const heading = (
    <h2 id="phone-heading" className="text-h3">
      Calendar on your phone
    </h2>
  )
  const content = (
    <>
      <p className="mt-2 max-w-measure">
        You can see these events on your own phone too. New events will show up there too.
      </p>
      {address ? <CalendarAddress address={address} /> : <AddToPhoneForm />}
    </>
  )
  return (
    <div className="no-print max-w-3xl">
      <Card as="section" isSnug id="phone" aria-labelledby="phone-heading">
        {isTutor ? (
          <details className="fold" open={address !== null}>
            <summary>{heading}</summary>
            {content}
          </details>
        ) : (
          <>
            {heading}
            {content}
          </>
        )}
      </Card>
    </div>
  )
}
