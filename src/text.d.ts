/** The text of a file, as it is when the command is built. */
declare module '*?raw' {
  const text: string;
  export default text;
}
