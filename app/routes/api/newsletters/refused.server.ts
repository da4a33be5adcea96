import { NewsletterRefused } from '~/domain/newsletters/refused'
import { refusal } from '~/http/refusal'

/** What `change` gives. Throws a Response, 409, where the newsletter's state forbids it; every other error stays what it is. */
export async function answerRefusedNewsletter<Result>(request: Request, change: Promise<Result>): Promise<Result> {
  return change.catch((error: unknown) => {
    throw error instanceof NewsletterRefused ? refusal(request, 409, error) : error
  })
}
