import type { ComponentProps } from 'react'
import { Badge } from '~/ui/badge'
import { ActionButton } from '~/ui/forms/post-form'
import type { State } from './in-words'

export function StatusBadge({ state: { tone, words } }: { state: State }) {
  return <Badge tone={tone}>{words}</Badge>
}

/** A button that changes how a newsletter is sent or shown. */
export function StatusButton(props: Omit<ComponentProps<typeof ActionButton>, 'failure'>) {
  return (
    <ActionButton
      failure={{ words: (status) => `Failed to update newsletter status: ${status}` }}
      action="?index"
      replace
      preventScrollReset
      buttonClass="w-full sm:w-auto"
      {...props}
    />
  )
}
