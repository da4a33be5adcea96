import { type RefObject, useEffect, useRef, useState } from 'react'
import { isHeic } from '~/domain/files/kinds'

/** Whether a chosen file is a picture that has to be made anew before it is sent: it is too large, or only iPhones show it. */
function isToBeMade({ name, type, size }: File, limit: number): boolean {
  return isHeic(name) || (size > limit && /^image\/(jpeg|png|webp)$/.test(type))
}

/** True when the browser can give a file input other files than those that were chosen. */
const canReplace = () => typeof DataTransfer === 'function' && typeof createImageBitmap === 'function'

/**
 * Makes the pictures of a file input that are larger than `limit` smaller, as soon as they are chosen; its form waits for that and
 * then sends itself. `make` takes what was chosen and gives what is to be sent; `making` is how many are being made.
 */
export function useSmallerPictures(input: RefObject<HTMLInputElement>, limit: number) {
  const [making, setMaking] = useState(0)
  const work = useRef<Promise<unknown>>()

  useEffect(() => {
    const form = input.current?.form
    let isWaiting = false
    const wait = (event: SubmitEvent) => {
      const { current } = work
      if (!current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isWaiting) return
      isWaiting = true
      void current.then(() => {
        isWaiting = false
        form?.requestSubmit(event.submitter)
      })
    }
    form?.addEventListener('submit', wait, { capture: true })
    return () => form?.removeEventListener('submit', wait, { capture: true })
  }, [input])

  async function make(chosen: File[]): Promise<File[]> {
    const count = chosen.filter((file) => isToBeMade(file, limit)).length
    if (count === 0 || !canReplace()) return chosen
    const made = makeAll(chosen, limit)
    work.current = made
    setMaking(count)
    const files = await made
    // Others were chosen meanwhile.
    if (work.current !== made) return files
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    if (input.current) input.current.files = transfer.files
    work.current = undefined
    setMaking(0)
    return files
  }

  return { making, make }
}

/** One after the other: each needs some hundred megabytes while it is drawn. */
async function makeAll(files: File[], limit: number): Promise<File[]> {
  const { madeSmaller } = await import('./make-smaller')
  const made: File[] = []
  for (const file of files) made.push(isToBeMade(file, limit) ? await madeSmaller(file) : file)
  return made
}
