/** An environment variable has a value that cannot be used. The message never contains the value of a secret. */
export class WrongSettings extends Error {}
