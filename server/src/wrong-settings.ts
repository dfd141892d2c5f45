/** Error for settings that are wrong or do not fit together. The message never contains the value of a secret. */
export class WrongSettings extends Error {}
