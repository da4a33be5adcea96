import type { Enquiry } from '~/domain/enquiries/enquiries.server'
import { enquirySubjectNames } from '~/domain/enquiries/form-fields'
import { getMailtoLink } from '~/ui/site/email-link'

/** The most characters of the address: some mail programs on Windows cut longer ones off, or don't open. */
const LONGEST = 1900

/** Text as a part of a mailto address (RFC 6068), which can begin no other field; half a surrogate pair has no encoding. */
const encoded = (text: string) =>
  encodeURIComponent(
    Buffer.from(text)
      .toString()
      .replace(/\r\n|\r|\n/g, '\r\n'),
  ).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address of a reply by email: to the enquiry's author, with its subject and as much of its text as has room, quoted. */
export function replyAddress(enquiry: Pick<Enquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const { name, email, subject, message } = enquiry
  const started = `${getMailtoLink(email)}?subject=${encoded(`Re: ${enquirySubjectNames[subject]}`)}&body=`
  const body = (quoted: string) =>
    encoded(
      `\n\n${name.slice(0, 80)} wrote:\n${quoted
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n')}`,
    )
  const letters = [...message]
  const fits = (length: number) => started.length + body(shortened(letters, length)).length <= LONGEST
  if (fits(letters.length)) return started + body(message)
  // The longest beginning that has room.
  let [fitting, tooLong] = [0, letters.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (fits(middle)) fitting = middle
    else tooLong = middle
  }
  return started + body(shortened(letters, fitting))
}

const shortened = (letters: string[], length: number) =>
  length < letters.length ? `${letters.slice(0, length).join('')} …` : letters.join('')
