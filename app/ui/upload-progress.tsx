import { useState } from 'react'
import { upload } from './api-client'

/** What tells a chosen file from others: choosing it again makes another File of it. */
export const keyOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`

/** Uploads forms with a file to `path`; `share` is how much is sent, from 0 to 1, during an upload. */
export function useUpload<Answer>(path: string) {
  const [share, setShare] = useState<number>()
  async function send(form: FormData): Promise<Answer> {
    setShare(0)
    return upload<Answer>(path, form, setShare).finally(() => setShare(undefined))
  }
  return { share, send }
}

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
