import { z } from 'zod'
import { choiceOf, emailAddress, optionalText, requiredParagraphs, requiredText } from '~/domain/rules'
import { enquirySubjects } from '~db/choices'

export const newEnquiry = z.object({
  name: requiredText('Name must be at least 2 characters.', { min: 2 }),
  email: emailAddress('Please enter a valid email address.'),
  phone: optionalText(40),
  subject: choiceOf(enquirySubjects, 'Please select a subject.'),
  message: requiredParagraphs('Message must be at least 10 characters.', { min: 10, max: 5000 }),
})
export type NewEnquiry = z.output<typeof newEnquiry>
