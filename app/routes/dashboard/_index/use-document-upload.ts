import type { SubmissionResult } from '@conform-to/react'
import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { getTitlesOfFiles } from '~/domain/files/kinds'
import type { UploadNote } from '~/domain/files/notes'
import { readTypedText } from '~/domain/form-words'
import { paths } from '~/paths'
import { ApiError, toCallFailure, uploadForm } from '~/ui/browser/api-client'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { useToast } from '~/ui/dialogs/toast'
import { getFileKey } from '~/ui/forms/file-field'
import { submitWithoutAsking } from '~/ui/forms/unsaved'
import { uploaded } from './uploaded'

/** What became of one file: how much of it is sent, a note on what is saved of it, or why it was refused. */
export type Outcome = { share: number } | { saved: UploadNote } | { refused: string }

/** The form of one file for the API: isShared as the text true or false. */
function formOf(element: HTMLFormElement, file: File, title: string): FormData {
  const form = new FormData(element)
  form.set('isShared', String(form.has('isShared')))
  form.set('title', title)
  form.set('file', file)
  form.delete('intent')
  return form
}

/** The files that are chosen in a form. */
const filesIn = (form: FormData) =>
  form.getAll('file').filter((file): file is File => file instanceof File && file.name !== '')

/** Leaves only those files in a form that are not saved. */
function keepUnsaved(element: HTMLFormElement, saved: ReadonlyMap<string, unknown>): void {
  const input = element.elements.namedItem('file')
  if (saved.size === 0 || !(input instanceof HTMLInputElement)) return
  const left = new DataTransfer()
  for (const file of input.files ?? []) if (!saved.has(getFileKey(file))) left.items.add(file)
  input.files = left.files
}

/** A refusal as Conform's result: its messages, and everything typed. */
function resultOf(form: FormData, text: string, errors: Record<string, string[]> = {}): SubmissionResult<string[]> {
  return { status: 'error', initialValue: readTypedText(form), error: { '': [text], ...errors } }
}

/** Sends the upload form by the API, one call a file, and reports on it. Sent again, what is saved is left out. */
export function useDocumentUpload(students: Account[], onUploaded: () => void) {
  const [sending, setSending] = useState<{ share: number }>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [refusal, setRefusal] = useState<SubmissionResult<string[]>>()
  const [failed, setFailed] = useState<RequestFailure>()
  const saved = useRef(new Map<string, { fileName: string } & UploadNote>())
  const { revalidate } = useRevalidator()
  const toast = useToast()

  const tell = (file: File, outcome: Outcome) => setOutcomes((before) => new Map(before).set(getFileKey(file), outcome))

  /** Sends one file. Gives what the server refused, or nothing; throws what is no refusal of the fields. */
  async function sendOne(form: FormData, file: File): Promise<ApiError | undefined> {
    const show = (share: number) => {
      setSending({ share })
      tell(file, { share })
    }
    show(0)
    try {
      const { note } = await uploadForm<UploadNote>(paths.api.upload, form, show)
      saved.current.set(getFileKey(file), { fileName: file.name, note })
      tell(file, { saved: { note } })
    } catch (error) {
      const words = toCallFailure(error).message ?? 'It did not arrive.'
      tell(file, { refused: words })
      if (!(error instanceof ApiError && error.refusal?.errors)) throw error
      return error
    }
    return undefined
  }

  /** Sends what is not saved yet. Gives whether all is saved now. */
  async function sendAll(element: HTMLFormElement): Promise<boolean> {
    const whole = new FormData(element)
    const files = filesIn(whole)
    const titles = getTitlesOfFiles(String(whole.get('title') ?? ''), files)
    const refused: { file: File; error: ApiError }[] = []
    for (const [place, file] of files.entries()) {
      if (saved.current.has(getFileKey(file))) continue
      const error = await sendOne(formOf(element, file, titles[place] ?? ''), file)
      if (error) refused.push({ file, error })
    }
    const [first] = refused
    if (!first) {
      const chosen = [...new Set(whole.getAll('studentId').map(Number).filter(Boolean))]
      toast(
        uploaded(
          files.map((file) => saved.current.get(getFileKey(file)) ?? { fileName: file.name }),
          { isShared: whole.has('isShared'), studentId: chosen.length > 0 ? chosen : null },
          students,
        ),
      )
      return true
    }
    const { message = '', errors } = first.error.refusal ?? {}
    const text = `Failed to upload file: ${files.length > 1 ? `${first.file.name}: ` : ''}${message}`
    setRefusal(resultOf(whole, text, errors))
    toast({ kind: 'error', title: 'Upload failed', text, isOnForm: true })
    return false
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    // Without a file the server's validation answers, as it does without scripts.
    if (filesIn(new FormData(element)).length === 0) return
    event.preventDefault()
    const before = saved.current.size
    setRefusal(undefined)
    setFailed(undefined)
    try {
      const isWhole = await sendAll(element)
      if (saved.current.size > before) revalidate()
      // Last: it may lead elsewhere, which a later revalidation would break off.
      if (isWhole) onUploaded()
    } catch (error) {
      // The session has expired: sent as a plain form, what was typed is kept until after the log-in.
      if (error instanceof ApiError && error.status === 401) {
        keepUnsaved(element, saved.current)
        return submitWithoutAsking(element)
      }
      setFailed(toCallFailure(error))
    } finally {
      setSending(undefined)
    }
  }

  return { sending, outcomes, refusal, failed, send: (event: FormEvent<HTMLFormElement>) => void send(event) }
}
