import { Badge } from '~/ui/badge'

export function StatusBadge({ status }: { status: 'draft' | 'sent' }) {
  return status === 'sent' ? <Badge tone="moss">Sent</Badge> : <Badge tone="amber">Draft</Badge>
}
