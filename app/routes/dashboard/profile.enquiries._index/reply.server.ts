import type { Enquiry } from '~/domain/enquiries/enquiries.server'
import { enquirySubjectNames } from '~/domain/enquiries/form-fields'
import { getMailtoLink } from '~/ui/site/contact-links'

/** Maximum length of the address: some mail programs on Windows cut longer ones off or don't open. */
const MAX_LINK_LENGTH = 1900

/** Encodes text for a mailto address (RFC 6068), so that it can't start another field. Replaces lone surrogates. */
const encodeMailtoText = (text: string) =>
  encodeURIComponent(
    Buffer.from(text)
      .toString()
      .replace(/\r\n|\r|\n/g, '\r\n'),
  ).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** A `mailto:` address for a reply that quotes as much of the enquiry as fits. */
export function createReplyLink(enquiry: Pick<Enquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const { name, email, subject, message } = enquiry
  const prefix = `${getMailtoLink(email)}?subject=${encodeMailtoText(`Re: ${enquirySubjectNames[subject]}`)}&body=`
  const encodeBody = (quoted: string) =>
    encodeMailtoText(
      `\n\n${name.slice(0, 80)} wrote:\n${quoted
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n')}`,
    )
  const characters = [...message]
  const isShortEnough = (length: number) =>
    prefix.length + encodeBody(shorten(characters, length)).length <= MAX_LINK_LENGTH
  if (isShortEnough(characters.length)) return prefix + encodeBody(message)
  // Binary search for the longest quote that fits.
  let [fitting, tooLong] = [0, characters.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (isShortEnough(middle)) fitting = middle
    else tooLong = middle
  }
  return prefix + encodeBody(shorten(characters, fitting))
}

const shorten = (characters: string[], length: number) =>
  length < characters.length ? `${characters.slice(0, length).join('')} …` : characters.join('')
