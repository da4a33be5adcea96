/** An address that is on the list already can't be added once more; the message is for the tutor who tried. */
export class AlreadyThere extends Error {}

/** A file that can't be read as a list of subscribers; the message says why, and what to do. */
export class ListRefused extends Error {}
