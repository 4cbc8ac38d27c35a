/** Not seen by a reader. Spaces and line breaks are: they separate words. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;

/** Equal for texts that look alike: without invisible characters, compatibility forms (ⓔ, ｅ, ﬁ) and case. */
export const comparableText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    // Upper case first, because 'ß' and 'SS' are only equal in upper case.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
