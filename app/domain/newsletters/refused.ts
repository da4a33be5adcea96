/** What can't be done to a newsletter as it stands now, in words for a tutor. Calls answer 409. */
export class NewsletterRefused extends Error {}

/** A sent newsletter is what its readers got: it is neither changed nor sent again (decisions.md section 6). */
export class AlreadySent extends NewsletterRefused {
  constructor() {
    super('This newsletter was already sent.')
  }
}
