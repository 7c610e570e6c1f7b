const analyticsHost = 'googletagmanager';

/** The script that Allure's report would load from elsewhere, and its settings. */
const analytics =
  /^<script\b[^>]*\bsrc="https:\/\/www\.googletagmanager\.com\/[^"]*"[^>]*>\s*<\/script>\s*(?:<script>\s*window\.dataLayer\b[\s\S]*?<\/script>)?/;

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

/** Cut out where its host is named: the page is long, and to try it at every place takes time. */
const withoutAnalytics = (page: string): string => {
  const begin = page.lastIndexOf('<script', page.indexOf(analyticsHost));
  return begin < 0 ? page : page.slice(0, begin) + page.slice(begin).replace(analytics, '');
};

/** Removes the analytics tag from a generated report and forbids all traffic; throws when the layout of the report is unknown. */
export const hardenReport = (page: string): string => {
  const quiet = withoutAnalytics(page);
  const hardened = quiet.replace(/<head>/, `<head>${policyTag}`);
  if (hardened.includes(analyticsHost) || hardened === quiet)
    throw new Error(
      'Allure generated a page of an unknown layout: its analytics tag could not be removed safely',
    );
  return hardened;
};
