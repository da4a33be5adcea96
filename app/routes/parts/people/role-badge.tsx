import { roleNames } from '~/domain/accounts/account'
import { Badge } from '~/ui/badge'
import type { Role } from '~db/choices'

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={role === 'tutor' ? 'river' : 'moss'}>{roleNames[role]}</Badge>
}
