import { sizeInWords } from '~/domain/files/size'
import { titlesOf } from '~/domain/files/titles'
import { keyOf } from '~/ui/forms/file-field'

/** What became of one file: how much of it is sent, or why it was refused. */
export type Outcome = { share: number } | 'saved' | { refused: string }

/** Several chosen files, one row each, with the title it will have, its own bar and its own result. */
export function UploadRows({
  files,
  title,
  outcomes,
}: {
  files: File[]
  title: string
  outcomes: ReadonlyMap<string, Outcome>
}) {
  if (files.length < 2) return null
  const titles = titlesOf(title.trim(), files)
  return (
    <ul aria-label="Files to upload" className="divide-y divide-line rounded-sm border border-line">
      {files.map((file, place) => (
        <li key={keyOf(file)} className="space-y-1 px-3 py-2">
          <p className="break-words font-bold leading-snug">{titles[place]}</p>
          <p className="break-words text-small text-ink-soft">
            {file.name}, {sizeInWords(file.size)}
          </p>
          <Result of={outcomes.get(keyOf(file))} fileName={file.name} />
        </li>
      ))}
    </ul>
  )
}

function Result({ of, fileName }: { of: Outcome | undefined; fileName: string }) {
  if (of === undefined) return null
  if (of === 'saved') return <p className="font-bold text-moss">Saved</p>
  if ('refused' in of) return <p className="font-bold text-brick">Not saved: {of.refused}</p>
  return (
    <progress
      value={Math.round(of.share * 100)}
      max={100}
      aria-label={`${fileName} sent`}
      className="h-4 w-full accent-river"
    />
  )
}
