import { Badge } from '~/ui/badge'

/** Spec section 2: Sent, or Draft. */
export function StatusBadge({ status }: { status: 'draft' | 'sent' }) {
  return status === 'sent' ? <Badge tone="moss">Sent</Badge> : <Badge tone="amber">Draft</Badge>
}
