/** What tells a chosen file from others: choosing it again makes another File of it. */
export const keyOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`

/** An upload's progress, as a bar named `label` and in words. Only its start is announced; the bar can be queried. */
export function UploadProgress({ words, label, share }: { words: string; label: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="min-h-control space-y-2">
      <p className="flex justify-between gap-4 font-bold">
        <span role="status">{words}</span>
        <span aria-hidden="true">{percent} %</span>
      </p>
      <progress value={percent} max={100} aria-label={label} className="h-4 w-full accent-river" />
    </div>
  )
}
