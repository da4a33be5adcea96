import type { Account } from '~/domain/accounts/account'
import { joinUploadNotes, type UploadNote } from '~/domain/files/notes'
import type { Sharing } from '~/domain/files/places'
import { describeAudienceInSentence } from '~/domain/files/who-sees'

/** The message after uploading one or more documents: who can see them, and what damaged ones are missing. */
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
