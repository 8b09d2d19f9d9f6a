// Node sets the dispatcher of its fetch at the first use of the Fetch API, unless the undici package was loaded before.
// Test files share their modules, so this runs before any of them loads the package.
new Headers();
