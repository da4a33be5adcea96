/** What the account screens and commands refuse, in words for the person who asked; with the form's field that they are about, if one is. */
export class AccountRefused extends Error {
  constructor(
    message: string,
    readonly field?: 'username' | 'password',
  ) {
    super(message)
  }
}
