import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { PHOTOS_UPLOADED, photosRefused } from '~/routes/parts/notices/words'
import { ApiError, upload } from '~/ui/api-client'

/** The message under the form after an upload. */
interface Outcome {
  kind: 'success' | 'error'
  title: string
  text: string
}

/** Sends one photo. Returns null on success, else the status and the reason. */
async function send(
  file: File,
  progress: (share: number) => void,
): Promise<{ status: number | string; reason: string } | null> {
  if (file.size > FILE_LIMIT) return { status: 400, reason: TOO_LARGE }
  const form = new FormData()
  form.set('file', file)
  return upload('/api/qqi-images', form, progress).then(
    () => null,
    (error: unknown) =>
      error instanceof ApiError
        ? { status: error.status, reason: error.refusal.message }
        : { status: 'no connection', reason: 'Please try again.' },
  )
}

/** Uploads photos in order and stops at the first failure. The page shows the progress, and the new photos afterwards. */
export function usePhotoUpload() {
  const [sending, setSending] = useState<{ number: number; of: number; share: number }>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { revalidate } = useRevalidator()

  async function uploadAll(files: File[]): Promise<boolean> {
    const kept: string[] = []
    let failure: Awaited<ReturnType<typeof send>> = null
    setOutcome(undefined)
    for (const [index, file] of files.entries()) {
      const show = (share: number) => setSending({ number: index + 1, of: files.length, share })
      show(0)
      failure = await send(file, show)
      if (failure) {
        const text = photosRefused({ fileName: file.name, ...failure }, kept)
        setOutcome({ kind: 'error', title: 'Upload failed', text })
        break
      }
      kept.push(file.name)
    }
    if (!failure) setOutcome({ kind: 'success', ...PHOTOS_UPLOADED })
    setSending(undefined)
    revalidate()
    return !failure
  }

  return { sending, outcome, uploadAll }
}
