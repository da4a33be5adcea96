import type { SubmissionResult } from '@conform-to/react'
import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '~/domain/accounts/account'
import { DOCUMENTS, getTitlesOfFiles } from '~/domain/files/kinds'
import { joinUploadNotes, type UploadNote } from '~/domain/files/notes'
import { describeAudienceInSentence, type Sharing } from '~/domain/files/places'
import { readTypedText } from '~/domain/form-words'
import { paths } from '~/paths'
import { ApiError, toCallFailure, uploadForm } from '~/ui/browser/api-client'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { useToast } from '~/ui/dialogs/toast'
import { getFileKey } from '~/ui/forms/file-field'
import { submitWithoutAsking } from '~/ui/forms/unsaved'

export function buildUploadMessage(
  files: readonly ({ fileName: string } & UploadNote)[],
  sharing: Sharing,
  students: readonly Account[],
) {
  const count = files.length
  const single = { title: 'File uploaded', text: 'Your file has been uploaded successfully.' }
  const several = { title: 'Files uploaded', text: `Your ${count} files have been uploaded successfully.` }
  const detail = [describeAudienceInSentence(sharing, students, { count }), joinUploadNotes(files)]
    .filter(Boolean)
    .join(' ')
  return { kind: 'success', ...(count === 1 ? single : several), detail } as const
}

export type UploadOutcome = { share: number } | { saved: UploadNote } | { refused: string }

type UploadedFile = { id: number; fileType: string; fileName: string } & UploadNote

/** Builds one file's form for the API, which takes isShared as the text true or false. */
function buildFileForm(element: HTMLFormElement, file: File, title: string): FormData {
  const form = new FormData(element)
  form.set('isShared', String(form.has('isShared')))
  form.set('title', title)
  form.set('file', file)
  form.delete('intent')
  return form
}

const getChosenFiles = (form: FormData) =>
  form.getAll('file').filter((file): file is File => file instanceof File && file.name !== '')

function removeSavedFiles(element: HTMLFormElement, saved: ReadonlyMap<string, unknown>): void {
  const input = element.elements.namedItem('file')
  if (saved.size === 0 || !(input instanceof HTMLInputElement)) return
  const unsaved = new DataTransfer()
  for (const file of input.files ?? []) if (!saved.has(getFileKey(file))) unsaved.items.add(file)
  input.files = unsaved.files
}

function buildErrorResult(
  form: FormData,
  text: string,
  errors: Record<string, string[]> = {},
): SubmissionResult<string[]> {
  return { status: 'error', initialValue: readTypedText(form), error: { '': [text], ...errors } }
}

/** Uploads the form's files through the API, one call per file. A second submission skips files already saved. */
export function useDocumentUpload(
  students: Account[],
  { onUploaded, onDocument }: { onUploaded: () => void; onDocument: (id: number) => void },
) {
  const [sending, setSending] = useState<{ share: number }>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, UploadOutcome>>(new Map())
  const [refusal, setRefusal] = useState<SubmissionResult<string[]>>()
  const [failed, setFailed] = useState<RequestFailure>()
  const saved = useRef(new Map<string, UploadedFile>())
  const { revalidate } = useRevalidator()
  const toast = useToast()

  const setOutcome = (file: File, outcome: UploadOutcome) =>
    setOutcomes((before) => new Map(before).set(getFileKey(file), outcome))

  /** Uploads one file. Returns the server's validation error, if any; throws every other error. */
  async function uploadFile(form: FormData, file: File): Promise<ApiError | undefined> {
    const onProgress = (share: number) => {
      setSending({ share })
      setOutcome(file, { share })
    }
    onProgress(0)
    try {
      const { id, fileType, note } = await uploadForm<Omit<UploadedFile, 'fileName'>>(
        paths.api.upload,
        form,
        onProgress,
      )
      saved.current.set(getFileKey(file), { id, fileType, fileName: file.name, note })
      setOutcome(file, { saved: { note } })
    } catch (error) {
      const reason = toCallFailure(error).message ?? 'The upload did not finish.'
      setOutcome(file, { refused: reason })
      if (!(error instanceof ApiError && error.refusal?.errors)) throw error
      return error
    }
    return undefined
  }

  /** Uploads the files that are not saved yet. Returns whether all are saved now. */
  async function uploadUnsaved(element: HTMLFormElement): Promise<boolean> {
    const formData = new FormData(element)
    const files = getChosenFiles(formData)
    const titles = getTitlesOfFiles(String(formData.get('title') ?? ''), files)
    const refused: { file: File; error: ApiError }[] = []
    for (const [index, file] of files.entries()) {
      if (saved.current.has(getFileKey(file))) continue
      const error = await uploadFile(buildFileForm(element, file, titles[index] ?? ''), file)
      if (error) refused.push({ file, error })
    }
    const [first] = refused
    if (!first) {
      const shown = Array.from(saved.current.values()).find(({ fileType }) => DOCUMENTS.some((one) => one === fileType))
      if (shown) onDocument(shown.id)
      const chosenIds = [...new Set(formData.getAll('studentId').map(Number).filter(Boolean))]
      toast(
        buildUploadMessage(
          files.map((file) => saved.current.get(getFileKey(file)) ?? { fileName: file.name }),
          { isShared: formData.has('isShared'), studentId: chosenIds.length > 0 ? chosenIds : null },
          students,
        ),
      )
      return true
    }
    const { message = '', errors } = first.error.refusal ?? {}
    const text = `Failed to upload file: ${files.length > 1 ? `${first.file.name}: ` : ''}${message}`
    setRefusal(buildErrorResult(formData, text, errors))
    toast({ kind: 'error', title: 'Upload failed', text, isOnForm: true })
    return false
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    // Without a file, let the server validate the form, as it does without scripts.
    if (getChosenFiles(new FormData(element)).length === 0) return
    event.preventDefault()
    const before = saved.current.size
    setRefusal(undefined)
    setFailed(undefined)
    try {
      const isComplete = await uploadUnsaved(element)
      if (saved.current.size > before) revalidate()
      // Call this last: it may navigate, and a later revalidation would cancel that.
      if (isComplete) onUploaded()
    } catch (error) {
      // The session has expired: submit a plain form, whose input is preserved until after log-in.
      if (error instanceof ApiError && error.status === 401) {
        removeSavedFiles(element, saved.current)
        return submitWithoutAsking(element)
      }
      setFailed(toCallFailure(error))
    } finally {
      setSending(undefined)
    }
  }

  return { sending, outcomes, refusal, failed, send: (event: FormEvent<HTMLFormElement>) => void send(event) }
}
