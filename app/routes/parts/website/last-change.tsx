import { formatDateTime } from '~/ui/dates'

export function LastChange({ saved }: { saved: { at: string; by: string } | null }) {
  if (!saved) return <>Nobody has changed this page yet.</>
  return (
    <>
      Last changed {formatDateTime(saved.at)}
      {saved.by && ` by ${saved.by}`}.
    </>
  )
}
