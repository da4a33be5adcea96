import type { SubmissionResult } from '@conform-to/react'
import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { wordsOf } from '~/domain/form-words'
import type { Failed } from '~/ui/answered'
import { ApiError, failedCall } from '~/ui/api-client'
import { useToast } from '~/ui/toast'
import { sendWhole } from '~/ui/unsaved'
import { useUpload } from '~/ui/upload-progress'

/** The upload form's fields for the API: isShared as the text true or false. */
function fieldsOf(element: HTMLFormElement): FormData {
  const form = new FormData(element)
  form.set('isShared', String(form.has('isShared')))
  form.delete('intent')
  return form
}

/** A refusal as Conform's result: its messages, and everything typed. */
function resultOf(form: FormData, text: string, errors: Record<string, string[]> = {}): SubmissionResult<string[]> {
  return { status: 'error', initialValue: wordsOf(form), error: { '': [text], ...errors } }
}

/**
 * Sends the upload form by the API, where scripts run, and reports on it: `share` is how much is sent during the upload,
 * `refusal` the result to show where fields are to be mended, and `failed` why it was not saved otherwise.
 */
export function useDocumentUpload(onUploaded: () => void) {
  const { share, send } = useUpload<FileRecord>('/api/files/upload')
  const [refusal, setRefusal] = useState<SubmissionResult<string[]>>()
  const [failed, setFailed] = useState<Failed>()
  const { revalidate } = useRevalidator()
  const toast = useToast()

  async function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const form = fieldsOf(element)
    setRefusal(undefined)
    setFailed(undefined)
    try {
      await send(form)
      toast({ kind: 'success', title: 'File uploaded', text: 'Your file has been uploaded successfully.' })
      onUploaded()
      revalidate()
    } catch (error) {
      // The session has expired: sent as a plain form, what was typed is kept until after the log-in.
      if (error instanceof ApiError && error.status === 401) return sendWhole(element)
      const { message, errors } = (error instanceof ApiError && error.refusal) || {}
      if (!errors) return setFailed(failedCall(error))
      const text = `Failed to upload file: ${message}`
      setRefusal(resultOf(form, text, errors))
      toast({ kind: 'error', title: 'Upload failed', text, isOnForm: true })
    }
  }

  return { share, refusal, failed, send: (event: FormEvent<HTMLFormElement>) => void upload(event) }
}
