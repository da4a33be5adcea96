/** What the account screens and commands refuse, in words for the person who asked. */
export class AccountRefused extends Error {}
