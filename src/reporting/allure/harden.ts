/** What the report of Allure would load from elsewhere, and the settings that go with it. */
const analytics =
  /<script\b[^>]*\bsrc="https:\/\/www\.googletagmanager\.com\/[^"]*"[^>]*>\s*<\/script>\s*(?:<script>\s*window\.dataLayer\b[\s\S]*?<\/script>)?/g;

/** Its code and data are part of the file; nothing is sent or fetched. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' data:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'connect-src data:',
  'frame-src blob:',
  "form-action 'none'",
].join('; ');

const policyTag = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;

/** Removes the analytics tag from a generated report and forbids all traffic; throws when the report is not as known. */
export const hardenReport = (page: string): string => {
  const quiet = page.replace(analytics, '');
  const hardened = quiet.replace(/<head>/, `<head>${policyTag}`);
  if (hardened.includes('googletagmanager') || hardened === quiet)
    throw new Error(
      'the report that Allure made is not as known: its analytics tag could not be removed safely',
    );
  return hardened;
};
